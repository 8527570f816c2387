'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useTRPC } from '#app/_trpc/client.ts';
import { showFormFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { type DraftDialog, useFormDraft } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button, IconButton } from '#app/_ui/button.tsx';
import { RadioGroup } from '#app/_ui/checkbox.tsx';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { createFunnelInput, stepsPerFunnel } from '#server/panel-api/schemas/funnels.ts';
import { useBusy } from './name-dialog.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import { restoreFocus } from './reorder.ts';
import { funnelTemplates, salesTemplate } from './templates.ts';
import { useRefreshFunnels } from './use-refresh-funnels.ts';

interface NewFunnelDialogProps {
  dialog: DraftDialog<true>;
}

export function NewFunnelDialog({ dialog }: NewFunnelDialogProps) {
  const id = useId();
  const router = useRouter();
  const { company } = useSession();
  const announce = useAnnounce();
  const refresh = useRefreshFunnels();
  const create = useMutation(useTRPC().funnels.create.mutationOptions());
  const { busy, run } = useBusy();

  async function save(funnel: NewFunnel) {
    const created = await create.mutateAsync({
      name: funnel.name,
      steps: funnel.steps,
    });
    await refresh();
    announce(`Funnel ${funnel.name} created`);
    dialog.close();
    router.push(`/${company.slug}/funnels/${created.id}/steps`);
  }

  return (
    <FormDialog
      open={dialog.open}
      onClose={dialog.close}
      title="New funnel"
      formId={id}
      submitLabel="Create funnel"
      pending={busy}
    >
      <NewFunnelForm id={id} dialog={dialog} save={(funnel) => run(() => save(funnel))} />
    </FormDialog>
  );
}

interface NewFunnelFormProps extends NewFunnelDialogProps {
  id: string;
  /** Rejects with the error of the server. */
  save: (funnel: NewFunnel) => Promise<void>;
}

function NewFunnelForm({ id, dialog, save }: NewFunnelFormProps) {
  const form = useForm<NewFunnel>({
    resolver: zodResolver(createFunnelInput),
    defaultValues: { name: '', steps: [...salesTemplate.steps] },
  });
  const [template, setTemplate] = useTemplate(form);
  useFormDraft(dialog, form);

  const submit = form.handleSubmit(async (funnel) => {
    try {
      await save(funnel);
    } catch (error) {
      showFormFailure(form, ['name'], error);
    }
  });

  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-5">
      <Field label="Name" error={form.formState.errors.name?.message}>
        <Input
          {...form.register('name')}
          autoComplete="off"
          dir="auto"
          placeholder="Website enquiries"
        />
      </Field>
      <RadioGroup
        legend="Start from"
        name={`${id}-template`}
        inline
        value={template}
        onValueChange={setTemplate}
        options={funnelTemplates.map((each) => ({ value: each.id, label: each.name }))}
      />
      <StepsEditor form={form} />
      <FormError>{form.formState.errors.root?.message}</FormError>
    </form>
  );
}

/** The selected template. Keeps the edited steps of each template. */
function useTemplate(form: UseFormReturn<NewFunnel>) {
  const [template, setTemplate] = useState(salesTemplate.id);
  const drafts = useRef(new Map<string, NewFunnel['steps']>());

  function choose(id: string) {
    const created = funnelTemplates.find((each) => each.id === id)?.steps ?? [];
    drafts.current.set(template, form.getValues('steps'));
    form.setValue('steps', drafts.current.get(id) ?? [...created]);
    setTemplate(id);
  }

  return [template, choose] as const;
}

export type NewFunnel = z.infer<typeof createFunnelInput>;

/** Edits the step names of a new funnel. */
export function StepsEditor({ form }: { form: UseFormReturn<NewFunnel> }) {
  const { fields, insert, append, remove, swap } = useFieldArray({
    control: form.control,
    name: 'steps',
  });
  const full = fields.length >= stepsPerFunnel;

  /** Enter adds a step below instead of submitting the form. */
  function addBelow(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!full) insert(index + 1, { name: '' }, { focusName: `steps.${index + 1}.name` });
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="float-left font-medium text-sm">Steps</legend>
      {fields.length === 0 && (
        <p className="text-fg-muted text-sm">No steps yet. You can also add them later.</p>
      )}
      <ol className="grid gap-2">
        {fields.map((field, index) => (
          <StepLine
            key={field.id}
            index={index}
            last={index === fields.length - 1}
            form={form}
            onKeyDown={(event) => addBelow(event, index)}
            onSwap={(to) => swap(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {full ? (
        <p className="text-fg-muted text-sm">A funnel has at most {stepsPerFunnel} steps.</p>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          onClick={() => append({ name: '' }, { shouldFocus: true })}
        >
          <Plus aria-hidden />
          Add a step
        </Button>
      )}
    </fieldset>
  );
}

interface StepLineProps {
  index: number;
  last: boolean;
  form: UseFormReturn<NewFunnel>;
  onKeyDown: (event: KeyboardEvent) => void;
  onSwap: (to: number) => void;
  onRemove: () => void;
}

function StepLine({ index, last, form, onKeyDown, onSwap, onRemove }: StepLineProps) {
  const error = form.formState.errors.steps?.[index]?.name?.message;
  const outcome = form.getValues(`steps.${index}.outcome`);
  const number = index + 1;
  const errorId = `new-step-${index}-error`;

  function moveTo(to: number, button: HTMLElement) {
    onSwap(to);
    restoreFocus(button);
  }

  return (
    <li className="grid gap-1">
      <div className="flex items-center gap-1">
        <span aria-hidden className="tabular w-5 shrink-0 text-fg-subtle text-sm">
          {number}
        </span>
        <Input
          {...form.register(`steps.${index}.name`)}
          aria-label={`Name of step ${number}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          autoComplete="off"
          dir="auto"
          onKeyDown={onKeyDown}
          className="mr-1"
        />
        {outcome && <OutcomeMark outcome={outcome} />}
        <IconButton
          label={`Move step ${number} up`}
          aria-disabled={index === 0}
          onClick={(event) => index > 0 && moveTo(index - 1, event.currentTarget)}
        >
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton
          label={`Move step ${number} down`}
          aria-disabled={last}
          onClick={(event) => !last && moveTo(index + 1, event.currentTarget)}
        >
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton label={`Remove step ${number}`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {error && (
        <p id={errorId} className="pl-6 text-danger text-sm">
          {error}
        </p>
      )}
    </li>
  );
}
