'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TRPCClientErrorLike } from '@trpc/client';
import { type ComponentProps, type FormEvent, type Ref, useId, useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { Button } from '#app/_ui/button.tsx';
import { FieldError, FormError, Input, TextArea } from '#app/_ui/field.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { editsOfMend, firstTextOf, isOpenText, isRemovable, type Mend } from './mends.ts';
import { editButton, useSaved } from './use-lead-work.ts';
import { useMendDraft } from './use-mends.ts';

type PanelError = TRPCClientErrorLike<PanelRouter>;

/** Saves what is typed for a mend, beside what the lead has by then. */
function useSaveMend(lead: LeadDetail, mend: Mend, onSaved: () => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const saved = useSaved();
  const { queryKey } = trpc.leads.get.queryOptions({ id: lead.id });

  return useMutation<LeadDetail, PanelError, string>({
    scope: { id: `lead ${lead.id}` },
    mutationFn: (text) => {
      const shown = queryClient.getQueryData(queryKey) ?? lead;
      return client.leads.edit.mutate({ id: lead.id, ...editsOfMend(shown, mend, text) });
    },
    onSuccess: (after) => {
      onSaved();
      saved(after, `${mend.label} saved`);
    },
    /* The field is busy until what is stored is known. */
    onError: async (error) => {
      if (error.data?.conflict) await queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** What the server says at the field, and beside it. */
function errorsOf(error: PanelError | null): { atField?: string; others?: string } {
  if (!error) return {};
  const { issues, message } = readFailure(error);
  const conflict = error.data?.conflict;
  if (conflict) {
    const { event, value } = conflict;
    return { atField: `${event.actorName} changed it to “${value}”. Save again if you are sure` };
  }
  return issues.length > 0
    ? { atField: issues.map((issue) => issue.message).join('. ') }
    : { others: message };
}

/** A field in the place of what it corrects. What is typed stays until it is saved. */
export function MendField({ lead, mend }: { lead: LeadDetail; mend: Mend }) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [draft, setDraft] = useMendDraft(lead.id, mend);
  const [isRefused, setRefused] = useState(false);
  const save = useSaveMend(lead, mend, () => setDraft(undefined));
  const { atField, others } = errorsOf(save.error);
  const text = draft ?? firstTextOf(mend);
  const isEmpty = text.trim() === '';
  usePassFocus(form, editButton);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const isSame = draft === undefined && !isOpenText(mend);
    const isMissing = isEmpty && !isRemovable(mend);
    setRefused(isSame || isMissing);
    if (isSame || isMissing) input.current?.focus();
    else save.mutate(text);
  }

  function discard() {
    setDraft(undefined);
    save.reset();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid max-w-md gap-1.5">
      <MendInput
        ref={input}
        mend={mend}
        value={text}
        readOnly={save.isPending}
        error={isRefused ? mend.advice : atField}
        onChange={(typed) => {
          setRefused(false);
          setDraft(typed);
        }}
        onSubmit={submit}
      >
        <Button type="submit" pending={save.isPending}>
          {isEmpty && isRemovable(mend) ? 'Remove' : 'Save'}
          <span className="sr-only"> {mend.label.toLowerCase()}</span>
        </Button>
      </MendInput>
      <FormError>{others}</FormError>
      {mend.isStale && (
        <Button size="sm" variant="ghost" onClick={discard} className="-ml-2.5 justify-self-start">
          Discard
        </Button>
      )}
    </form>
  );
}

interface MendInputProps {
  ref: Ref<HTMLInputElement & HTMLTextAreaElement>;
  mend: Mend;
  value: string;
  readOnly: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
  onSubmit: (event: FormEvent) => void;
  /** The button beside it. */
  children: ComponentProps<'div'>['children'];
}

const inputModes: Partial<Record<string, 'tel' | 'email'>> = { phones: 'tel', email: 'email' };

const nameOf = ({ label, sent, field }: Mend) =>
  sent === null || field === 'message' ? label : `${label}, sent as ${sent}`;

function MendInput({ ref, mend, value, error, onChange, onSubmit, ...props }: MendInputProps) {
  const { children, readOnly } = props;
  const id = useId();
  const hint = mend.isAdvised && mend.advice !== error ? mend.advice : undefined;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const control = {
    ref,
    readOnly,
    value,
    'aria-label': nameOf(mend),
    placeholder: mend.label,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value),
  } as const;

  return (
    <>
      <div className="flex items-start gap-2">
        {isOpenText(mend) ? (
          <TextArea
            {...control}
            dir="auto"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit(event);
            }}
          />
        ) : (
          <Input
            {...control}
            dir="auto"
            inputMode={inputModes[mend.field ?? '']}
            className={mend.field === 'phones' ? 'tabular' : undefined}
          />
        )}
        {children}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-fg-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </>
  );
}
