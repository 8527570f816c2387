'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showFormFailure } from '#app/_trpc/failure.ts';
import { type DraftDialog, useFormDraft } from '#app/_trpc/use-draft.ts';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { label as nameSchema } from '#server/panel-api/schemas/common.ts';

interface NameFormProps<About> {
  id: string;
  hint?: ReactNode;
  max: number;
  initial?: string;
  dialog: DraftDialog<About>;
  /** Rejects with the error of the server. */
  save: (name: string) => Promise<unknown>;
}

interface NameDialogProps<About> extends Omit<NameFormProps<About>, 'id'> {
  /** Whether `dialog` shows this one. */
  open?: boolean;
  title: string;
  submitLabel: string;
}

/** A dialog for one name. `save` does the mutation and closes the dialog. */
export function NameDialog<About>({ title, submitLabel, ...props }: NameDialogProps<About>) {
  const { open = props.dialog.open, save, ...form } = props;
  const id = useId();
  const { busy, run } = useBusy();

  return (
    <FormDialog
      open={open}
      onClose={props.dialog.close}
      title={title}
      formId={id}
      submitLabel={submitLabel}
      pending={busy}
    >
      <NameForm {...form} id={id} save={(name) => run(() => save(name))} />
    </FormDialog>
  );
}

function NameForm<About>(props: NameFormProps<About>) {
  const { id, hint, max, initial = '', dialog, save } = props;
  const form = useForm({
    resolver: zodResolver(z.object({ name: nameSchema(max) })),
    defaultValues: { name: initial },
  });
  useFormDraft(dialog, form);

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await save(name);
    } catch (error) {
      showFormFailure(form, ['name'], error);
    }
  });

  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Name" hint={hint} error={form.formState.errors.name?.message}>
        <Input
          {...form.register('name')}
          autoComplete="off"
          dir="auto"
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <FormError>{form.formState.errors.root?.message}</FormError>
    </form>
  );
}

/** Runs the work of a dialog, including the refetch after it, never twice at a time. */
export function useBusy() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);

    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { busy, run };
}
