'use client';

import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { useTRPC } from '#app/_trpc/client.ts';
import { Checkbox, RadioGroup } from '#app/_ui/checkbox.tsx';
import { Field, FieldError, Input, Select, TextArea } from '#app/_ui/field.tsx';
import { FirstFunnel, StepChooser, useSteps } from '#app/features/snippets/step-chooser.tsx';
import {
  formControls,
  type PresetName,
  presetLabels,
  presetProofs,
} from '#db/values/inbound-addresses.ts';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import type { AddressFormValues } from './address-form-values.ts';
import { presetGroups, proofLabels } from './setup-steps.ts';
import type { Place } from './use-address-form.ts';

interface FormProps {
  form: UseFormReturn<AddressFormValues>;
}

const presetOf = (value: string) =>
  presetGroups.flatMap(({ presets }) => presets).find((each) => each === value) ?? '';
const labelOf = (preset: PresetName | '') => (preset ? presetLabels[preset] : '');

/** The name follows the tool until another one is typed. */
export function ToolField({ form }: FormProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'preset' });

  function choose(value: string) {
    const next = presetOf(value);
    const name = form.getValues('name');
    if (name === '' || name === labelOf(field.value)) {
      form.setValue('name', labelOf(next), { shouldDirty: true });
    }
    field.onChange(next);
  }

  return (
    <Field label="Tool" error={fieldState.error?.message}>
      <Select {...field} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">Choose a tool</option>
        {presetGroups.map(({ label, presets }) => (
          <optgroup key={label} label={label}>
            {presets.map((preset) => (
              <option key={preset} value={preset}>
                {presetLabels[preset]}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}

/** The steps of the form, and the chosen one: the first where none was chosen. */
export function useFormSteps({ form }: FormProps) {
  const [funnelId, stepId] = useWatch({ control: form.control, name: ['funnelId', 'stepId'] });
  return useSteps({ funnelId, stepId });
}

interface StepFieldsProps extends FormProps {
  id: string;
  steps: ReturnType<typeof useSteps>;
}

export function StepFields({ id, form, steps }: StepFieldsProps) {
  const change = (funnelId: string, stepId: string) => {
    form.setValue('funnelId', funnelId, { shouldDirty: true });
    form.setValue('stepId', stepId, { shouldDirty: true });
    form.clearErrors(['stepId', 'apiKeyId']);
  };

  return (
    <div className="grid gap-1.5">
      <StepChooser
        steps={steps}
        onFunnel={(funnelId) => change(funnelId, '')}
        onStep={(stepId) => change(steps.funnel?.id ?? '', stepId)}
        none={<FirstFunnel onCreated={() => document.getElementById(id)?.focus()} />}
      />
      <FieldError id={`${id}-step`} error={form.formState.errors.stepId?.message} />
    </div>
  );
}

const mayCreateIn = ({ permissions, funnels, steps }: ApiKeyView, place: Place) =>
  permissions.includes('leads:create') &&
  (funnels.length + steps.length === 0 ||
    funnels.some(({ id }) => id === place.funnelId) ||
    steps.some(({ id }) => id === place.stepId));

interface KeyFieldProps extends FormProps {
  place: Place;
}

/** A key of its own, or one that works and may create leads in the step. */
export function KeyField({ form, place }: KeyFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'apiKeyId' });
  const keys = useQuery(useTRPC().apiKeys.list.queryOptions({ filter: 'active' }));
  const offered = keys.data?.items.filter(
    (key) => key.id === field.value || mayCreateIn(key, place),
  );

  return (
    <Field label="Key" error={fieldState.error?.message}>
      <Select {...field}>
        <option value="">A key of its own</option>
        {offered?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface ProofFieldsProps extends FormProps {
  preset: PresetName | '';
  hasProof: boolean;
}

const signingOptions = [
  { value: 'keep', label: 'Keep' },
  { value: 'replace', label: 'Replace' },
  { value: 'remove', label: 'Remove' },
] as const;

/** The secret that the tool signs with, for tools that do. */
export function ProofFields({ form, preset, hasProof }: ProofFieldsProps) {
  const signing = useController({ control: form.control, name: 'signing' }).field;
  const kind = preset && presetProofs[preset];
  if (!preset || !kind) return null;

  const label = `${proofLabels[kind]} in ${presetLabels[preset]}`;
  return (
    <div className="grid gap-2">
      {hasProof && (
        <RadioGroup
          legend={label}
          name="signing"
          inline
          value={signing.value}
          onValueChange={signing.onChange}
          options={signingOptions}
        />
      )}
      {(!hasProof || signing.value === 'replace') && (
        <Field
          label={hasProof ? 'New secret' : label}
          optional={!hasProof}
          hint={
            kind === 'googleKey'
              ? 'Submissions with another key are refused.'
              : 'Submissions that are not signed with it are refused.'
          }
          error={form.formState.errors.proof?.message}
        >
          <Input
            {...form.register('proof')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      )}
    </div>
  );
}

/** Where visitors of an HTML form go, and how programs are kept out. */
export function VisitorFields({ form, preset }: FormProps & { preset: PresetName | '' }) {
  const { errors } = form.formState;
  if (preset !== 'htmlForm') return null;

  return (
    <>
      <Field
        label="Thank-you page"
        optional
        hint="Where visitors go afterwards; without one, to a page of ours."
        error={errors.form?.thankYouUrl?.message}
      >
        <Input
          {...form.register('form.thankYouUrl')}
          type="url"
          inputMode="url"
          placeholder="https://www.example.com/thanks"
          autoComplete="off"
        />
      </Field>
      <Field
        label="Other hosts"
        optional
        hint={`One a line. A form may name a page there in a hidden field ${formControls.next}.`}
        error={errors.form?.hosts?.message}
      >
        <TextArea
          {...form.register('form.hosts')}
          rows={2}
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <Checkbox
        {...form.register('form.needsTime')}
        label="Hold what programs send"
        hint="Needs the script of the form. Held submissions are in the intake log."
      />
    </>
  );
}

/** An error replaces the hint, so that it is not below the end of the dialog. */
export function NetworksField({ form }: FormProps) {
  const error = form.formState.errors.networks?.message;

  return (
    <Field
      label="Networks"
      optional
      hint={!error && 'One a line, as 192.0.2.0/24. Submissions from elsewhere are refused.'}
      error={error}
    >
      <TextArea
        {...form.register('networks')}
        rows={2}
        spellCheck={false}
        className="font-mono text-sm"
      />
    </Field>
  );
}
