'use client';

import { Plus } from 'lucide-react';
import type { ChangeEvent, FormEvent, ReactNode } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Field, FormError, Input, TextArea } from '#app/_ui/field.tsx';
import { nameCountry } from '#db/values/countries.ts';
import {
  type EditedText,
  editedFields,
  editedTexts,
  fieldOf,
  leadFields,
} from '#db/values/lead-fields.ts';

/** What is typed. One phone a line. A draft of an earlier version may lack a text. */
export interface LeadValues extends Partial<Record<EditedText, string>> {
  name: string;
  phones: string;
  custom: { name: string; value: string; isNew: boolean }[];
}

export const emptyLead: LeadValues = { name: '', phones: '', custom: [] };

/** The phones of the text. A line may hold several: the server reads each. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export type LeadIssues = readonly { path: string; message: string }[];

interface LeadFormProps {
  id: string;
  values: LeadValues;
  onChange: (values: LeadValues) => void;
  issues: LeadIssues;
  nameHint?: string | undefined;
  /** While it is sent: what is typed then would be lost. */
  readOnly: boolean;
  /** Of the whole form. */
  error: string | undefined;
  onSubmit: () => void;
  /** Where something is typed that is not saved. Closing the dialog keeps it. */
  onDiscard: (() => void) | undefined;
  /** Above the name. */
  children?: ReactNode;
}

interface TextInputProps {
  field: EditedText;
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
}

function TextInput({ field, value, onChange, readOnly }: TextInputProps) {
  const props = {
    readOnly,
    value,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(currentTarget.value),
  };
  if (fieldOf(field).kind === 'longText') return <TextArea {...props} dir="auto" />;
  return field === 'email' ? (
    <Input {...props} type="text" inputMode="email" autoComplete="off" />
  ) : (
    <Input {...props} dir="auto" autoComplete="off" />
  );
}

/** The fields of a person, for a new lead and for an edit. */
export function LeadForm(props: LeadFormProps) {
  const { id, values, onChange, issues, readOnly, error, onSubmit, onDiscard, children } = props;
  const { nameHint } = props;
  const { country } = useSession().company;
  const isAt = (path: string) => (issue: { path: string }) =>
    issue.path === path || issue.path.startsWith(`${path}.`);
  const textOf = (found: LeadIssues) => found.map(({ message }) => message).join('. ') || undefined;
  const errorAt = (path: string) => textOf(issues.filter(isAt(path)));
  const others = issues.filter((issue) => !editedFields.some((field) => isAt(field)(issue)));
  const ofCustom = values.custom.some(({ name }) => errorAt(`customFields.${name}`));

  const set = (part: Partial<LeadValues>) => onChange({ ...values, ...part });
  const setCustom = (index: number, part: Partial<LeadValues['custom'][number]>) =>
    set({ custom: values.custom.map((row, at) => (at === index ? { ...row, ...part } : row)) });

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      {children}
      <Field label="Name" hint={nameHint} error={errorAt('name')}>
        <Input
          readOnly={readOnly}
          dir="auto"
          autoComplete="off"
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Phones"
        optional
        hint={
          country === null
            ? 'With country code, one a line'
            : `One a line. With country code, unless it is of ${nameCountry(country)}`
        }
        error={errorAt('phones')}
      >
        <TextArea
          readOnly={readOnly}
          className="tabular min-h-control"
          inputMode="tel"
          autoComplete="off"
          value={values.phones}
          onChange={(event) => set({ phones: event.currentTarget.value })}
        />
      </Field>
      {editedTexts.map((field) => (
        <Field key={field} label={leadFields[field].label} optional error={errorAt(field)}>
          <TextInput
            field={field}
            readOnly={readOnly}
            value={values[field] ?? ''}
            onChange={(value) => set({ [field]: value })}
          />
        </Field>
      ))}
      {values.custom.map((row, index) =>
        row.isNew ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
          <div key={index} className="grid grid-cols-2 gap-3">
            <Field label="Field">
              <Input
                readOnly={readOnly}
                dir="auto"
                value={row.name}
                onChange={(event) => setCustom(index, { name: event.currentTarget.value })}
              />
            </Field>
            <Field label="Value" error={errorAt(`customFields.${row.name}`)}>
              <Input
                readOnly={readOnly}
                dir="auto"
                value={row.value}
                onChange={(event) => setCustom(index, { value: event.currentTarget.value })}
              />
            </Field>
          </div>
        ) : (
          <Field key={row.name} label={row.name} error={errorAt(`customFields.${row.name}`)}>
            <Input
              readOnly={readOnly}
              dir="auto"
              value={row.value}
              onChange={(event) => setCustom(index, { value: event.currentTarget.value })}
            />
          </Field>
        ),
      )}
      <div className="-ml-2.5 flex justify-between gap-3">
        <Button
          variant="ghost"
          size="sm"
          disabled={readOnly}
          onClick={() => set({ custom: [...values.custom, { name: '', value: '', isNew: true }] })}
        >
          <Plus aria-hidden />
          Add a field
        </Button>
        {onDiscard && (
          <Button variant="ghost" size="sm" disabled={readOnly} onClick={onDiscard}>
            Discard changes
          </Button>
        )}
      </div>
      <FormError>
        {error ?? textOf(others) ?? (ofCustom ? undefined : errorAt('customFields'))}
      </FormError>
    </form>
  );
}
