'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { Button } from '#app/_ui/button.tsx';
import { TextArea } from '#app/_ui/field.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { useSaved } from './use-lead-work.ts';
import { timelineEntry, usePassFocus } from './use-pass-focus.ts';

export interface NoteDraft {
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
export function NoteEditForm(props: NoteEditFormProps) {
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
