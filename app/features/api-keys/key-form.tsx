'use client';

import { type Control, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { useSession } from '#app/_trpc/session.tsx';
import { RadioGroup, type RadioGroupProps } from '#app/_ui/checkbox.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { Folded } from '#app/_ui/folded.tsx';
import { nameTimeZone } from '#app/_ui/format.ts';
import { useTimeZone } from '#app/_ui/time.tsx';
import { testRetentionDays } from '#db/values/limits.ts';
import { dayIn } from '#db/values/time-zone.ts';
import { type ApiKeyView, apiKeyNameMax } from '#server/panel-api/schemas/api-keys.ts';
import {
  describeExpiry,
  expiresAt,
  type KeyFormValues,
  newKeyValues,
  summaryOf,
} from './key-form-values.ts';
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

const kindOptions = [
  {
    value: 'live',
    label: 'Live',
    hint: 'For the leads of your customers.',
  },
  {
    value: 'rehearsal',
    label: 'Test',
    hint: `For trying an integration: its leads are tests, kept out of lists and counts and deleted after ${testRetentionDays} days. It can also simulate failures.`,
  },
] as const;

const accessOptions = [
  {
    value: 'send',
    label: 'Send leads (recommended)',
    hint: 'Can create leads only.',
  },
  {
    value: 'sendAndRead',
    label: 'Send and read leads',
    hint: 'Can also read leads by their ID, with status and step.',
  },
  {
    value: 'read',
    label: 'Read leads',
    hint: 'Cannot create leads.',
  },
  {
    value: 'none',
    label: 'No permissions yet',
    hint: 'Cannot create leads until you change this.',
  },
] as const;

const scopeOptions = [
  { value: 'all', label: 'Every funnel and step' },
  { value: 'chosen', label: 'Only these funnels or steps' },
] as const;

export function KeyForm({ id, form, onSubmit, now, edited }: KeyFormProps) {
  const { control, register } = form;
  const { errors } = form.formState;
  const values = useWatch({ control });
  const limits = errors.scope ?? errors.funnelIds ?? errors.stepIds;

  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-5">
      <FormError>{errors.root?.message}</FormError>
      <Field
        label="Name"
        hint={`Where it is used, for example “Website form”. Up to ${apiKeyNameMax} characters.`}
        error={errors.name?.message}
      >
        <Input {...register('name')} autoComplete="off" maxLength={apiKeyNameMax + 20} />
      </Field>
      <ExpiryFields form={form} now={now} kept={edited?.expiresAt} />
      <Folded
        label="More settings"
        summary={summaryOf({ ...newKeyValues, ...values })}
        hasError={Boolean(limits ?? errors.perSecond)}
      >
        {!edited && <RadioField form={form} name="kind" legend="Kind" options={kindOptions} />}
        <RadioField form={form} name="access" legend="Access" options={accessOptions} />
        <div className="grid gap-2">
          <RadioField
            form={form}
            name="scope"
            legend="Funnels and steps"
            options={scopeOptions}
            error={limits?.message}
          />
          {values.scope === 'chosen' && <LimitsPicker form={form} edited={edited} />}
        </div>
        <RateFields form={form} />
      </Folded>
    </form>
  );
}

interface RadioFieldProps
  extends Omit<RadioGroupProps<string>, 'name' | 'value' | 'onValueChange'>,
    Pick<KeyFormProps, 'form'> {
  name: 'kind' | 'access' | 'scope' | 'rate' | 'expiry';
}

function RadioField({ form, name, ...group }: RadioFieldProps) {
  const { field } = useController({ control: form.control, name });

  return (
    <RadioGroup<string> {...group} name={name} value={field.value} onValueChange={field.onChange} />
  );
}

const rateOptions = [
  { value: 'default', label: 'Default of the installation' },
  { value: 'custom', label: 'Custom' },
  { value: 'none', label: 'No limit' },
] as const;

function RateFields({ form }: Pick<KeyFormProps, 'form'>) {
  const { control, register, formState } = form;
  const rate = useWatch({ control, name: 'rate' });

  return (
    <div className="grid gap-2">
      <RadioField
        form={form}
        name="rate"
        legend="Rate limit"
        inline
        options={rateOptions}
        hint="The default is 100 requests per second, unless your operator has changed it. Requests above the limit are refused with 429."
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
  const { timeZone } = useSession().company;

  return (
    <div className="grid gap-2">
      <RadioField form={form} name="expiry" legend="Expires" inline options={expiryOptions(kept)} />
      {expiry === 'date' && (
        <Field
          label="Last day"
          hint={`In the company's time zone, ${nameTimeZone(timeZone)}`}
          error={formState.errors.day?.message}
          className="sm:max-w-52"
        >
          <Input {...register('day')} type="date" min={dayIn(timeZone, now)} />
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
  const { timeZone } = useSession().company;
  const viewerTimeZone = useTimeZone();
  const currentEnd = kept ? new Date(kept) : null;
  const end = expiry === 'keep' ? currentEnd : expiresAt(expiry, day, { now, timeZone });
  if (end === undefined) return null;

  return (
    <p className="text-fg-muted text-sm" aria-live="polite">
      {end
        ? `Works until ${describeExpiry(end, timeZone, viewerTimeZone)}.`
        : 'Works until you deactivate it.'}
    </p>
  );
}
