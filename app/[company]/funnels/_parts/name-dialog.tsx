'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showFormFailure } from '#app/_trpc/form-failure.ts';
import { useKeptForm } from '#app/_trpc/kept-input.ts';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field } from '#app/_ui/field.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { Input } from '#app/_ui/input.tsx';
import { label as nameSchema } from '#server/panel-api/schemas/common.ts';
import { useBusy } from './use-busy.ts';

interface NameFormProps {
  id: string;
  hint?: ReactNode;
  max: number;
  initial?: string;
  /** The name that the input is kept under when the session ends. */
  keepAs: string;
  /** Rejects with the error of the server. */
  save: (name: string) => Promise<unknown>;
}

interface NameDialogProps extends Omit<NameFormProps, 'id'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  submitLabel: string;
}

/** A dialog for one name. `save` does the mutation and closes the dialog. */
export function NameDialog({ open, onOpenChange, save, ...props }: NameDialogProps) {
  const { title, submitLabel, ...form } = props;
  const id = useId();
  const { busy, run } = useBusy();

  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={title}
      formId={id}
      submitLabel={submitLabel}
      pending={busy}
    >
      <NameForm {...form} id={id} save={(name) => run(() => save(name))} />
    </FormDialog>
  );
}

function NameForm({ id, hint, max, initial = '', keepAs, save }: NameFormProps) {
  const form = useForm({
    resolver: zodResolver(z.object({ name: nameSchema(max) })),
    defaultValues: { name: initial },
  });
  useKeptForm(keepAs, form);

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
