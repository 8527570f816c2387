'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type FocusEvent, useId, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useTRPC } from '#app/_trpc/client.ts';
import { showFormFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { type DraftDialog, useFormDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input, Select, TextArea } from '#app/_ui/field.tsx';
import { messageLink } from '#app/features/leads/contact-links.ts';
import { anyChannel, channelLabels } from '#app/features/leads/labels.ts';
import { messageChannels } from '#db/values/leads.ts';
import { messageTextMax } from '#db/values/limits.ts';
import {
  fillTemplate,
  type Placeholder,
  placeholders,
  placeholderText,
  valuesFor,
} from '#db/values/message-templates.ts';
import {
  createTemplateInput,
  type MessageTemplate,
} from '#server/panel-api/schemas/message-templates.ts';

const { name, text, subject } = createTemplateInput.shape;
const templateForm = z.object({
  name,
  channel: z.enum(['', ...messageChannels]),
  subject: z.union([z.literal(''), subject.unwrap()]),
  text,
});
type Values = z.infer<typeof templateForm>;
/** What was typed as the subject of an email is kept, and not sent. */
const whatsappForm = templateForm.extend({ subject: z.string() });
const fields = ['name', 'channel', 'subject', 'text'] as const;

const placeholderLabels: Record<Placeholder, string> = {
  name: 'Name of the lead',
  firstName: 'First name',
  agent: 'Your name',
  company: 'Company',
  funnel: 'Funnel',
};

const settingsOf = ({ name, channel, subject, text }: Values) => ({
  name,
  channel: channel || null,
  subject: channel === 'whatsapp' ? null : subject || null,
  text,
});

interface TemplateDialogProps {
  dialog: DraftDialog<MessageTemplate | null>;
  /** Null: a new one. */
  template: MessageTemplate | null;
  onSaved: (name: string) => void;
}

export function TemplateDialog({ dialog, template, onSaved }: TemplateDialogProps) {
  const { messageTemplates } = useTRPC();
  const formId = useId();
  const form = useForm<Values>({
    resolver: (values, ...others) =>
      zodResolver(values.channel === 'whatsapp' ? whatsappForm : templateForm)(values, ...others),
    defaultValues: {
      name: template?.name ?? '',
      channel: template?.channel ?? '',
      subject: template?.subject ?? '',
      text: template?.text ?? '',
    },
  });
  useFormDraft(dialog, form);
  const { register, control } = form;
  const create = useMutation(messageTemplates.create.mutationOptions());
  const update = useMutation(messageTemplates.update.mutationOptions());
  const pending = create.isPending || update.isPending;
  const { errors, isSubmitted } = form.formState;
  const channel = useWatch({ control, name: 'channel' });
  /** Where a placeholder goes: the field that had the focus last. */
  const target = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const aim = ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    target.current = currentTarget;
  };

  const submit = form.handleSubmit(async (values) => {
    if (pending) return;
    const settings = settingsOf(values);
    try {
      if (template) await update.mutateAsync({ id: template.id, ...settings });
      else await create.mutateAsync(settings);
      onSaved(settings.name);
    } catch (error) {
      showFormFailure(form, fields, error);
    }
  });

  function insert(placeholder: Placeholder) {
    const field = target.current?.isConnected
      ? target.current
      : document.getElementById(formId)?.querySelector('textarea');
    if (!field) return;
    field.setRangeText(
      placeholderText(placeholder),
      field.selectionStart ?? field.value.length,
      field.selectionEnd ?? field.value.length,
      'end',
    );
    const isSubject = field.name === 'subject';
    form.setValue(isSubject ? 'subject' : 'text', field.value, {
      shouldDirty: true,
      shouldValidate: isSubmitted,
    });
    field.focus();
  }

  return (
    <FormDialog
      onClose={dialog.close}
      title={template ? 'Edit message template' : 'New message template'}
      formId={formId}
      submitLabel={template ? 'Save changes' : 'Create template'}
      pending={pending}
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        <FormError>{errors.root?.message}</FormError>
        <Field label="Name" hint="Agents choose by it." error={errors.name?.message}>
          <Input {...register('name')} autoComplete="off" dir="auto" />
        </Field>
        <Field label="Used for" error={errors.channel?.message}>
          <Select {...register('channel')}>
            <option value="">{anyChannel}</option>
            {messageChannels.map((each) => (
              <option key={each} value={each}>
                {channelLabels[each]}
              </option>
            ))}
          </Select>
        </Field>
        {channel !== 'whatsapp' && (
          <Field label="Subject of the email" optional error={errors.subject?.message}>
            <Input {...register('subject')} autoComplete="off" dir="auto" onFocus={aim} />
          </Field>
        )}
        <Field label="Text" error={errors.text?.message}>
          <TextArea
            {...register('text')}
            dir="auto"
            rows={5}
            maxLength={messageTextMax + 20}
            onFocus={aim}
          />
        </Field>
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">Insert</legend>
          <div className="flex flex-wrap gap-2">
            {placeholders.map((each) => (
              <Button key={each} size="sm" onClick={() => insert(each)}>
                {placeholderLabels[each]}
              </Button>
            ))}
          </div>
        </fieldset>
        <Preview control={control} />
      </form>
    </FormDialog>
  );
}

const sampleName = 'Maria Silva';
const samplePhone = '+5511987654321';

/** What a lead gets, with a name and without. */
function Preview({ control }: { control: ReturnType<typeof useForm<Values>>['control'] }) {
  const { user, company } = useSession();
  const [channel, subject, text] = useWatch({ control, name: ['channel', 'subject', 'text'] });
  if (text.trim() === '') return null;

  const others = { agent: user.name, company: company.name, funnel: 'New customers' };
  const hasSubject = channel !== 'whatsapp' && subject.trim() !== '';
  const filledFor = (nameFrom: 'phones' | null) => {
    const values = valuesFor({ name: nameFrom ? samplePhone : sampleName, nameFrom }, others);
    const filled = fillTemplate(text, values);
    return { subject: hasSubject ? fillTemplate(subject, values) : null, text: filled };
  };
  const named = filledFor(null);
  const unnamed = filledFor('phones');
  const isShort = (channel === '' ? messageChannels : [channel]).every(
    (each) => messageLink({ channel: each, to: samplePhone }, named).isWhole,
  );

  return (
    <div className="grid gap-3">
      <PreviewOf title={`To ${sampleName}`} {...named} />
      {(unnamed.text !== named.text || unnamed.subject !== named.subject) && (
        <PreviewOf title="To a lead without a name" {...unnamed} />
      )}
      {!isShort && (
        <p className="text-fg-muted text-sm">
          This text is too long to be handed to another program. It is copied, and agents paste it
          into the message.
        </p>
      )}
    </div>
  );
}

interface PreviewOfProps {
  title: string;
  subject: string | null;
  text: string;
}

function PreviewOf({ title, subject, text }: PreviewOfProps) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">{title}</p>
      <div className="grid gap-2 rounded-md bg-surface-2 px-3 py-2 [overflow-wrap:anywhere]">
        {subject !== null && (
          <p dir="auto" className="font-medium">
            {subject}
          </p>
        )}
        <p dir="auto" className="whitespace-pre-wrap">
          {text}
        </p>
      </div>
    </div>
  );
}
