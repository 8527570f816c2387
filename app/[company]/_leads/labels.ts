import type {
  LeadEventType,
  LeadOrigin,
  LeadPriority,
  LeadStatus,
  LeadTemperature,
  TimelineType,
} from '#db/values/leads.ts';

export const statusLabels = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  nurturing: 'Nurturing',
  unqualified: 'Unqualified',
  converted: 'Converted',
  lost: 'Lost',
} satisfies Record<LeadStatus, string>;

export const priorityLabels = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
} satisfies Record<LeadPriority, string>;

export const temperatureLabels = {
  cold: 'Cold',
  warm: 'Warm',
  hot: 'Hot',
} satisfies Record<LeadTemperature, string>;

export const originLabels = {
  public_api: 'Public API',
  manual: 'Added manually',
  import: 'Import',
  test: 'Test lead',
} satisfies Record<LeadOrigin, string>;

const labels: Record<Exclude<LeadEventType, 'moved'>, Record<string, string>> = {
  status: statusLabels,
  priority: priorityLabels,
  temperature: temperatureLabels,
};

type Change = { type: TimelineType; from: string | null; to: string | null };

/** Describes a change of a lead: `Moved from New to Won`. */
export function describeEvent({ type, from, to }: Change): string {
  if (type === 'created') {
    return to ? `Created in ${to}` : 'Created';
  }

  if (type === 'moved') {
    return from ? `Moved from ${from} to ${to}` : `Moved to ${to}`;
  }

  const known = labels[type];
  const named = (value: string | null) => (value === null ? '' : (known[value] ?? value));

  return `${toSentence(type)} changed from ${named(from)} to ${named(to)}`;
}

/** The address of an email to this recipient. Encoded: `?` and `&` would add a body or recipients. */
export const mailtoUrl = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** Words that need more than a capital first letter. */
const spellings = new Map([
  ['api', 'API'],
  ['cpc', 'CPC'],
  ['cpm', 'CPM'],
  ['sms', 'SMS'],
  ['qr', 'QR'],
  ['linkedin', 'LinkedIn'],
  ['tiktok', 'TikTok'],
  ['youtube', 'YouTube'],
  ['whatsapp', 'WhatsApp'],
]);

/** A stored value as text: `paid_social` → `Paid social`. Host names are unchanged. */
export function toSentence(value: string): string {
  const text = value.replaceAll('_', ' ');
  if (text.includes('.')) return text;

  return spellings.get(text) ?? text.charAt(0).toUpperCase() + text.slice(1);
}
