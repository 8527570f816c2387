'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { type NoteDraft, NoteEditForm } from './note-edit-form.tsx';
import { useSaved } from './use-lead-work.ts';
import { timelineEntry, usePassFocus } from './use-pass-focus.ts';

interface NoteActionsProps {
  leadId: string;
  note: Pick<LeadDetail['events'][number], 'id' | 'actorId'> & { text: string };
  /** Who wrote it, and when. */
  meta: ReactNode;
  /** The text. */
  children: ReactNode;
}

/** What its author, and for deleting an admin, can do with a note. */
export function NoteActions({ leadId, note, meta, children }: NoteActionsProps) {
  const { user } = useSession();
  const isAdmin = useCan('admin');
  const isAgent = useCan('agent');
  const isAuthor = isAgent && note.actorId === user.id;
  const [draft, setDraft, stored] = useDraft<NoteDraft>(`lead.${leadId}.note.${note.id}`);

  if (isAuthor && draft) {
    return (
      <NoteEditForm
        leadId={leadId}
        noteId={note.id}
        stored={note.text}
        draft={draft}
        setDraft={setDraft}
        readDraft={stored.read}
      />
    );
  }
  return (
    <>
      {children}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {meta}
        {(isAuthor || isAdmin) && (
          <div className="-mr-2.5 flex">
            {isAuthor && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => setDraft({ from: note.text, text: note.text })}
              >
                Edit<span className="sr-only"> note</span>
              </Button>
            )}
            <DeleteNote leadId={leadId} note={note} />
          </div>
        )}
      </div>
    </>
  );
}

/** Deletes at once. Undo writes the text as a new note of the user. */
function DeleteNote({ leadId, note }: Pick<NoteActionsProps, 'leadId' | 'note'>) {
  const trpc = useTRPC();
  const saved = useSaved();
  const button = useRef<HTMLButtonElement>(null);
  usePassFocus(button, timelineEntry);
  const write = useMutation(
    trpc.leads.addNote.mutationOptions({
      onSuccess: (lead) => saved(lead, 'Note written again'),
      onError: (error, note) => {
        const { message } = readFailure(error);
        showRetry(`The note was not written again. ${message}`, () => write.mutate(note));
      },
    }),
  );
  const remove = useMutation(
    trpc.leads.deleteNote.mutationOptions({
      onSuccess: (lead) => {
        saved(lead, 'Note deleted');
        showUndo('Note deleted', () => write.mutate({ id: leadId, text: note.text }));
      },
    }),
  );

  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        pending={remove.isPending}
        onClick={() => remove.mutate({ id: leadId, noteId: note.id })}
      >
        Delete<span className="sr-only"> note</span>
      </Button>
      <FormError>{remove.error && readFailure(remove.error).message}</FormError>
    </>
  );
}
