import { z } from 'zod';
import { count, formatDay, formatTime, nameTimeZone } from '#app/_ui/format.ts';
import type { ApiKeyPermission } from '#db/values/access.ts';
import { apiKeyKinds } from '#db/values/api-keys.ts';
import { dayIn, endOfDay } from '#db/values/time-zone.ts';
import {
  type ApiKeyView,
  apiKeyRateMax,
  updateApiKeyInput,
} from '#server/panel-api/schemas/api-keys.ts';

export const expiryChoices = ['30d', '90d', '1y', 'date', 'never'] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const days = { '30d': 30, '90d': 90, '1y': 365 } as const;

/** Now, and the time zone of the company. */
export interface Clock {
  now: Date;
  timeZone: string;
}

/**
 * The expiry of a choice: `null` for never, `undefined` for an invalid date. A date is the end of
 * that day in the time zone of the company.
 *
 * @param day the selected date, `2026-03-12`
 */
export function expiresAt(
  choice: ExpiryChoice,
  day: string,
  { now, timeZone }: Clock,
): Date | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(now.getTime() + days[choice] * 86_400_000);

  return endOfDay(timeZone, day);
}

/** The last day on which a key with this expiry works, even if only for a part of it. */
export function lastDay(expiry: Date, timeZone: string): string {
  return dayIn(timeZone, new Date(expiry.getTime() - 1));
}

/** `the end of 1 May 2026 (America/Sao Paulo)` for the end of a day, `1 May 2026, 14:05` otherwise. */
export function describeExpiry(expiry: Date, timeZone: string, viewerTimeZone: string): string {
  const day = lastDay(expiry, timeZone);
  if (endOfDay(timeZone, day)?.getTime() !== expiry.getTime()) {
    return formatTime(expiry, viewerTimeZone);
  }
  return `the end of ${formatDay(day)} (${nameTimeZone(timeZone)})`;
}

const { name, funnelIds, stepIds } = updateApiKeyInput.shape;

const isRate = (text: string) =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= apiKeyRateMax;

const keyForm = z.object({
  name,
  /** Chosen for a new key, and never changed. */
  kind: z.enum(apiKeyKinds),
  access: z.enum(['send', 'sendAndRead', 'read', 'none']),
  scope: z.enum(['all', 'chosen']),
  funnelIds,
  stepIds,
  expiry: z.enum(['keep', ...expiryChoices]),
  day: z.string(),
  rate: z.enum(['default', 'custom', 'none']),
  perSecond: z.string(),
});

/** The values of the form: presets and choices instead of the settings they represent. */
export const keyFormSchema = (timeZone: string) =>
  keyForm.superRefine((values, context) => {
    if (values.scope === 'chosen' && values.funnelIds.length + values.stepIds.length === 0) {
      context.addIssue({
        code: 'custom',
        path: ['scope'],
        message: 'Choose at least one funnel or step',
      });
    }
    if (values.rate === 'custom' && !isRate(values.perSecond)) {
      context.addIssue({
        code: 'custom',
        path: ['perSecond'],
        message: `Enter a whole number from 1 to ${apiKeyRateMax.toLocaleString('en')}`,
      });
    }
    if (values.expiry !== 'date') return;

    const end = expiresAt('date', values.day, { now: new Date(), timeZone });
    if (!end) context.addIssue({ code: 'custom', path: ['day'], message: 'Choose a date' });
    if (end && end <= new Date()) {
      context.addIssue({ code: 'custom', path: ['day'], message: 'Choose a date in the future' });
    }
  });

/** Fields that a server error may name. */
export const serverFields = ['name'] as const;

export type KeyFormValues = z.infer<typeof keyForm>;
type KeySettings = Omit<z.infer<typeof updateApiKeyInput>, 'id'>;

export const newKeyValues: KeyFormValues = {
  name: '',
  kind: 'live',
  access: 'send',
  scope: 'all',
  funnelIds: [],
  stepIds: [],
  expiry: '1y',
  day: '',
  rate: 'default',
  perSecond: '',
};

const accessTexts: Record<KeyFormValues['access'], string> = {
  send: 'sends leads',
  sendAndRead: 'sends and reads leads',
  read: 'reads leads',
  none: 'no permissions',
};

function describeScope({ scope, funnelIds, stepIds }: KeyFormValues): string {
  if (scope === 'all') return 'every funnel and step';
  const limits = [
    funnelIds.length > 0 && count(funnelIds.length, 'funnel'),
    stepIds.length > 0 && count(stepIds.length, 'step'),
  ];
  return limits.filter(Boolean).join(', ') || 'chosen funnels and steps';
}

/** What is set of all but name and expiry: `Live · sends leads · every funnel and step · default rate limit`. */
export function summaryOf(values: KeyFormValues): string {
  const { kind, access, rate, perSecond } = values;
  const rates = {
    default: 'default rate limit',
    custom: `${perSecond || 'custom'} per second`,
    none: 'no rate limit',
  };

  return [
    kind === 'live' ? 'Live' : 'Test',
    accessTexts[access],
    describeScope(values),
    rates[rate],
  ].join(' · ');
}

const rateOf = (limit: number | null) => {
  if (limit === null) return 'default';
  return limit === 0 ? 'none' : 'custom';
};

const permissions: Record<KeyFormValues['access'], ApiKeyPermission[]> = {
  send: ['leads:create'],
  sendAndRead: ['leads:create', 'leads:read'],
  read: ['leads:read'],
  none: [],
};

function accessOf(key: Pick<ApiKeyView, 'permissions'>): KeyFormValues['access'] {
  const send = key.permissions.includes('leads:create');
  const read = key.permissions.includes('leads:read');
  if (send) return read ? 'sendAndRead' : 'send';
  return read ? 'read' : 'none';
}

/** The form values of an existing key. */
export function valuesOf(key: ApiKeyView, timeZone: string): KeyFormValues {
  const funnels = key.funnels.map(({ id }) => id);
  const steps = key.steps.map(({ id }) => id);

  return {
    name: key.name,
    kind: key.kind,
    access: accessOf(key),
    scope: funnels.length + steps.length > 0 ? 'chosen' : 'all',
    funnelIds: funnels,
    stepIds: steps,
    expiry: 'keep',
    day: key.expiresAt ? lastDay(new Date(key.expiresAt), timeZone) : '',
    rate: rateOf(key.rateLimit),
    perSecond: key.rateLimit ? String(key.rateLimit) : '',
  };
}

/**
 * The settings to send.
 *
 * @param kept the current expiry, used for `keep`
 */
export function settingsOf(values: KeyFormValues, kept: string | null, clock: Clock): KeySettings {
  const chosen = values.scope === 'chosen';
  const end = values.expiry === 'keep' ? undefined : expiresAt(values.expiry, values.day, clock);

  return {
    name: values.name,
    permissions: permissions[values.access],
    funnelIds: chosen ? values.funnelIds : [],
    stepIds: chosen ? values.stepIds : [],
    expiresAt: values.expiry === 'keep' ? kept : (end?.toISOString() ?? null),
    rateLimit: { default: null, custom: Number(values.perSecond), none: 0 }[values.rate],
  };
}
