'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { FormError, TextArea } from '#app/_ui/field.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { timelineEntry, useSaved, workDrafts } from './use-lead-work.ts';

interface NoteFormProps {
  leadId: string;
  onSaved?: () => void;
  box: RefObject<HTMLTextAreaElement | null>;
}

export function NoteForm({ leadId, box, onSaved }: NoteFormProps) {
  const [text = '', setText, draft] = useDraft<string>(workDrafts.note(leadId));
  const saved = useSaved();
  const add = useMutation(
    useTRPC().leads.addNote.mutationOptions({
      onSuccess: (lead, sent) => {
        draft.removeSaved(sent.text);
        saved(lead, 'Note saved');
        onSaved?.();
      },
    }),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    if (text.trim() !== '') add.mutate({ id: leadId, text });
    else box.current?.focus();
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      <TextArea
        ref={box}
        aria-label="Note"
        placeholder="Write a note…"
        dir="auto"
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value === '' ? undefined : value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      />
      <FormError>{add.error && readFailure(add.error).message}</FormError>
      <Button type="submit" variant="primary" pending={add.isPending} className="justify-self-end">
        Save note
      </Button>
    </form>
  );
}

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

interface NoteDraft {
  /** The text when the edit began. */
  from: string;
  text: string;
}

interface NoteEditFormProps {
  leadId: string;
  noteId: string;
  stored: string;
  draft: NoteDraft;
  setDraft: (draft: NoteDraft | undefined) => void;
  readDraft: () => NoteDraft | undefined;
}

/** The text of a note while its author edits it. */
function NoteEditForm(props: NoteEditFormProps) {
  const { leadId, noteId, stored, draft, setDraft, readDraft } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const saved = useSaved();
  usePassFocus(form, timelineEntry);
  const edit = useMutation(
    useTRPC().leads.editNote.mutationOptions({
      onSuccess: (lead, sent) => {
        const typed = readDraft()?.text;
        const from = lead.events.find((event) => event.id === noteId)?.text ?? sent.text.to;
        const hasMore = typed !== undefined && typed !== sent.text.to;
        setDraft(hasMore ? { from, text: typed } : undefined);
        saved(lead, 'Note saved');
      },
    }),
  );
  const { from, text } = draft;
  const isConflict = edit.error?.data?.conflict !== undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    edit.mutate({ id: leadId, noteId, text: { from, to: text } });
  }

  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="my-1 grid gap-2">
      <TextArea
        aria-label="Note"
        autoFocus
        dir="auto"
        value={text}
        onChange={(event) => setDraft({ from, text: event.currentTarget.value })}
      />
      <FormError>
        {isConflict
          ? 'You changed this note in another place. Save again to overwrite it.'
          : edit.error && readFailure(edit.error).message}
      </FormError>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={() => setDraft(undefined)}>
          Cancel
        </Button>
        <Button
          type={isConflict ? 'button' : 'submit'}
          size="sm"
          variant="primary"
          pending={edit.isPending}
          onClick={() =>
            isConflict && edit.mutate({ id: leadId, noteId, text: { from: stored, to: text } })
          }
        >
          Save note
        </Button>
      </div>
    </form>
  );
}
