'use client';

import { useMutation } from '@tanstack/react-query';
import type { FormEvent, RefObject } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { TextArea } from '#app/_ui/field.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { useSaved } from './use-lead-work.ts';
import { workDrafts } from './work-drafts.ts';

interface NoteFormProps {
  leadId: string;
  box: RefObject<HTMLTextAreaElement | null>;
}

export function NoteForm({ leadId, box }: NoteFormProps) {
  const [text = '', setText, draft] = useDraft<string>(workDrafts.note(leadId));
  const saved = useSaved();
  const add = useMutation(
    useTRPC().leads.addNote.mutationOptions({
      onSuccess: (lead, sent) => {
        draft.removeSaved(sent.text);
        saved(lead, 'Note saved');
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
