import type {
  LeadEventType,
  LeadOrigin,
  LeadPriority,
  LeadStatus,
  LeadTemperature,
  TimelineType,
} from '#db/values/leads.ts';

export const statusWords = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  nurturing: 'Nurturing',
  unqualified: 'Unqualified',
  converted: 'Converted',
  lost: 'Lost',
} satisfies Record<LeadStatus, string>;

export const priorityWords = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
} satisfies Record<LeadPriority, string>;

export const temperatureWords = {
  cold: 'Cold',
  warm: 'Warm',
  hot: 'Hot',
} satisfies Record<LeadTemperature, string>;

export const originWords = {
  public_api: 'Public API',
  manual: 'Added by hand',
  import: 'Import',
  test: 'Test lead',
} satisfies Record<LeadOrigin, string>;

const words: Record<Exclude<LeadEventType, 'moved'>, Record<string, string>> = {
  status: statusWords,
  priority: priorityWords,
  temperature: temperatureWords,
};

type Change = { type: TimelineType; from: string | null; to: string | null };

/** What happened to a lead, as a sentence without a subject. */
export function eventWords({ type, from, to }: Change): string {
  if (type === 'created') {
    return to ? `Created in ${to}` : 'Created';
  }

  if (type === 'moved') {
    return from ? `Moved from ${from} to ${to}` : `Moved to ${to}`;
  }

  const known = words[type];
  const named = (value: string | null) => (value === null ? '' : (known[value] ?? value));

  return `${sentence(type)} changed from ${named(from)} to ${named(to)}`;
}

/** Names that a capital letter alone does not spell. */
const spelled = new Map([
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

/** A stored word as people write it: `paid_social` → `Paid social`. Addresses stay as they are. */
export function sentence(value: string): string {
  const text = value.replaceAll('_', ' ');
  if (text.includes('.')) return text;

  return spelled.get(text) ?? text.charAt(0).toUpperCase() + text.slice(1);
}
