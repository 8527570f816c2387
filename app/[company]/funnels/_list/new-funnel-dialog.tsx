'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTRPC } from '#app/_trpc/client.ts';
import { showFormFailure } from '#app/_trpc/form-failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { type DraftDialog, useFormDraft } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { RadioGroup } from '#app/_ui/checkbox.tsx';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field } from '#app/_ui/field.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { Input } from '#app/_ui/input.tsx';
import { funnelTemplates, salesTemplate } from '#app/[company]/funnels/_parts/templates.ts';
import { useBusy } from '#app/[company]/funnels/_parts/use-busy.ts';
import { useRefreshFunnels } from '#app/[company]/funnels/_parts/use-refresh-funnels.ts';
import { type NewFunnel, newFunnel, StepsEditor } from './steps-editor.tsx';

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
      steps: funnel.steps.map((step) => step.name),
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
    resolver: zodResolver(newFunnel),
    defaultValues: { name: '', steps: salesTemplate.steps.map((name) => ({ name })) },
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
    const created = funnelTemplates.find((each) => each.id === id)?.steps.map((name) => ({ name }));
    drafts.current.set(template, form.getValues('steps'));
    form.setValue('steps', drafts.current.get(id) ?? created ?? []);
    setTemplate(id);
  }

  return [template, choose] as const;
}
