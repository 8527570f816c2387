'use client';

import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { RadioGroup } from '#app/_ui/checkbox.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { formatUtc } from '#app/_ui/format.ts';
import { type ApiKeyView, apiKeyNameMax } from '#server/api/schemas/api-keys.ts';
import type { KeyFormValues } from './key-form-values.ts';
import { dayOf, expiresAt } from './key-form-values.ts';
import { LimitsPicker } from './limits-picker.tsx';

interface KeyFormProps {
  /** For a submit button outside the form. */
  id: string;
  form: UseFormReturn<KeyFormValues>;
  onSubmit: () => void;
  /** When the dialog was opened; relative expiries start here. */
  now: Date;
  /** The current key; absent for a new one. */
  edited?: ApiKeyView;
}

const accessOptions = [
  {
    value: 'send',
    label: 'Send leads (recommended)',
    hint: 'Can create leads only.',
  },
  {
    value: 'none',
    label: 'No permissions yet',
    hint: 'All requests are refused until you change this.',
  },
] as const;

const scopeOptions = [
  { value: 'all', label: 'Every funnel and step' },
  { value: 'chosen', label: 'Only these funnels or steps' },
] as const;

export function KeyForm({ id, form, onSubmit, now, edited }: KeyFormProps) {
  const { control, register, formState } = form;
  const scope = useWatch({ control, name: 'scope' });

  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-5">
      <FormError>{formState.errors.root?.message}</FormError>
      <Field
        label="Name"
        hint={`Where it is used, for example “Website form”. Up to ${apiKeyNameMax} characters.`}
        error={formState.errors.name?.message}
      >
        <Input {...register('name')} autoComplete="off" maxLength={apiKeyNameMax + 20} />
      </Field>
      <Controller
        control={control}
        name="access"
        render={({ field }) => (
          <RadioGroup
            legend="Access"
            name="access"
            value={field.value}
            onValueChange={field.onChange}
            options={accessOptions}
          />
        )}
      />
      <div className="grid gap-2">
        <Controller
          control={control}
          name="scope"
          render={({ field, fieldState }) => (
            <RadioGroup
              legend="Funnels and steps"
              name="scope"
              value={field.value}
              onValueChange={field.onChange}
              options={scopeOptions}
              error={
                (fieldState.error ?? formState.errors.funnelIds ?? formState.errors.stepIds)
                  ?.message
              }
            />
          )}
        />
        {scope === 'chosen' && <LimitsPicker form={form} edited={edited} />}
      </div>
      <ExpiryFields form={form} now={now} kept={edited?.expiresAt} />
      <RateFields form={form} />
    </form>
  );
}

const rateOptions = [
  { value: 'default', label: 'Default' },
  { value: 'custom', label: 'Custom' },
  { value: 'none', label: 'No limit' },
] as const;

function RateFields({ form }: Pick<KeyFormProps, 'form'>) {
  const { control, register, formState } = form;
  const rate = useWatch({ control, name: 'rate' });

  return (
    <div className="grid gap-2">
      <Controller
        control={control}
        name="rate"
        render={({ field }) => (
          <RadioGroup
            legend="Rate limit"
            name="rate"
            inline
            value={field.value}
            onValueChange={field.onChange}
            options={rateOptions}
          />
        )}
      />
      {rate === 'custom' && (
        <Field
          label="Requests per second"
          hint="Short bursts of twice this number are accepted."
          error={formState.errors.perSecond?.message}
          className="sm:max-w-52"
        >
          <Input {...register('perSecond')} inputMode="numeric" autoComplete="off" />
        </Field>
      )}
    </div>
  );
}

function expiryOptions(kept: string | null | undefined) {
  const choices = [
    { value: '30d', label: '30 days' },
    { value: '90d', label: '90 days' },
    { value: '1y', label: '1 year' },
    { value: 'date', label: 'On a date' },
    { value: 'never', label: 'Never' },
  ] as const;

  return kept === undefined
    ? choices
    : [{ value: 'keep', label: 'Keep current' } as const, ...choices];
}

interface ExpiryFieldsProps extends Pick<KeyFormProps, 'form' | 'now'> {
  /** The expiry of an edited key; `undefined` for a new key. */
  kept: string | null | undefined;
}

function ExpiryFields({ form, now, kept }: ExpiryFieldsProps) {
  const { control, register, formState } = form;
  const expiry = useWatch({ control, name: 'expiry' });
  const tomorrow = dayOf(new Date(now.getTime() + 86_400_000));

  return (
    <div className="grid gap-2">
      <Controller
        control={control}
        name="expiry"
        render={({ field }) => (
          <RadioGroup
            legend="Expires"
            name="expiry"
            inline
            value={field.value}
            onValueChange={field.onChange}
            options={expiryOptions(kept)}
          />
        )}
      />
      {expiry === 'date' && (
        <Field label="Last day" error={formState.errors.day?.message} className="sm:max-w-52">
          <Input {...register('day')} type="date" min={tomorrow} />
        </Field>
      )}
      <ResultingDate control={control} now={now} kept={kept} />
    </div>
  );
}

interface ResultingDateProps {
  control: Control<KeyFormValues>;
  now: Date;
  kept: string | null | undefined;
}

/** The expiry as a date. */
function ResultingDate({ control, now, kept }: ResultingDateProps) {
  const [expiry, day] = useWatch({ control, name: ['expiry', 'day'] });
  const keptDate = kept ? new Date(kept) : null;
  const end = expiry === 'keep' ? keptDate : expiresAt(expiry, day, now);
  if (end === undefined) return null;

  return (
    <p className="text-fg-muted text-sm" aria-live="polite">
      {end ? `Works until ${formatUtc(end)}.` : 'Works until you deactivate it.'}
    </p>
  );
}
