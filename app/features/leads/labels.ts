import { digits } from '#app/_ui/format.ts';
import type { LeadVisibility } from '#db/values/access.ts';
import { editedFields, leadFields } from '#db/values/lead-fields.ts';
import { priorityLabels, statusLabels, temperatureLabels } from '#db/values/lead-labels.ts';
import type {
  CallOutcome,
  ContactTime,
  FollowUpTime,
  LeadOrigin,
  MessageChannel,
  TimelineType,
} from '#db/values/leads.ts';
import { toSentence } from '#db/values/sentence.ts';

export { priorityLabels, statusLabels, temperatureLabels, toSentence };

export const followUpLabels = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'Next 7 days',
  later: 'Later',
  none: 'No follow-up',
} satisfies Record<FollowUpTime, string>;

export const contactLabels = {
  waiting: 'Waiting',
  made: 'Made',
  inTime: 'In time',
  late: 'Late',
} satisfies Record<ContactTime, string>;

export const originLabels = {
  public_api: 'Public API',
  manual: 'Added manually',
  import: 'Import',
  test: 'Test lead',
} satisfies Record<LeadOrigin, string>;

export const callLabels = {
  noAnswer: 'No answer',
  spoke: 'Spoke',
  wrongNumber: 'Wrong number',
} satisfies Record<CallOutcome, string>;

export const channelLabels = {
  whatsapp: 'WhatsApp',
  email: 'Email',
} satisfies Record<MessageChannel, string>;

/** Of a template without a channel. */
export const anyChannel = 'WhatsApp and email';

export const visibilityLabels = {
  all: 'All leads',
  ownAndUnassigned: 'Their own and unassigned leads',
  own: 'Only their own leads',
} satisfies Record<LeadVisibility, string>;

/** @param minutes the target of a company for the first contact */
export function labelTarget(minutes: number | null): string {
  if (minutes === null) return 'No target';
  if (minutes < 60) return `Within ${minutes} minutes`;

  return minutes === 60 ? 'Within 1 hour' : `Within ${minutes / 60} hours`;
}

/** @param days for which a company stores what is sent to the API */
export const labelRetention = (days: number): string =>
  days === 0 ? 'Not stored' : days === 1 ? 'Stored for 1 day' : `Stored for ${days} days`;

/** The address of an email to this recipient. Encoded: `?` and `&` would add a body or recipients. */
export const mailtoUrl = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** Values of events that have labels. */
const labels = new Map<TimelineType, Record<string, string>>([
  ['status', statusLabels],
  ['priority', priorityLabels],
  ['temperature', temperatureLabels],
  ['call', callLabels],
  ['message', channelLabels],
]);

interface Change {
  type: TimelineType;
  from: string | null;
  to: string | null;
  /** Of an edit. */
  field?: string | null;
}

const describeOwner = (from: string | null, to: string | null) => {
  if (!to) return `Unassigned from ${from}`;
  return from ? `Reassigned from ${from} to ${to}` : `Assigned to ${to}`;
};

/** `BRL 1,200.50` of an amount as the timeline has it: `1200.50 BRL`. */
export function labelAmount(text: string): string {
  const [amount = '', currency = ''] = text.split(' ');
  const [whole = '', fraction] = amount.split('.');
  const grouped = digits(Number(whole));
  return `${currency} ${fraction === undefined ? grouped : `${grouped}.${fraction}`}`;
}

const otherFields = new Map([
  ['lostReason', 'Reason'],
  ['wonAmount', 'Amount'],
  ['followUp', 'Follow-up'],
]);

const customField = 'customFields.';
/** @param field as the timeline names it */
export function fieldLabel(field: string): string {
  const other = otherFields.get(field);
  if (other !== undefined) return other;
  if (field.startsWith(customField)) return field.slice(customField.length);

  const known = editedFields.find((name) => name === field);
  return known ? leadFields[known].label : toSentence(field);
}

function describeEdit(field: string, from: string | null, to: string | null): string {
  const label = fieldLabel(field);
  if (to === null) return `${label} removed: ${from}`;
  return from === null ? `${label} added: ${to}` : `${label} changed from ${from} to ${to}`;
}

/** @param to null: the lead was created so */
function describeReplay(to: string | null, filled: string): string {
  if (to === null) return 'Refused at first, sent again from the intake log';
  if (to === 'undone') return 'What was filled in was taken back';
  return `Read again: ${filled.split(', ').map(fieldLabel).join(', ')} filled in`;
}

/** @param name of the other lead; null: it is gone, or not seen */
function describeMerge(name: string | null, filled: string): string {
  const merged = `Merged with ${name ?? 'another lead'}`;
  const fields = filled.split(', ').filter(Boolean).map(fieldLabel);
  return fields.length > 0 ? `${merged}: ${fields.join(', ')} taken over` : merged;
}

/** Describes a change of a lead: `Moved from New to Won`. */
export function describeEvent({ type, from, to, field }: Change): string {
  const known = labels.get(type) ?? {};
  const named = (value: string | null) => (value === null ? '' : (known[value] ?? value));

  switch (type) {
    case 'created':
      return to ? `Created in ${to}` : 'Created';
    case 'moved':
      return from ? `Moved from ${from} to ${to}` : `Moved to ${to}`;
    case 'owner':
      return describeOwner(from, to);
    case 'edited':
      return field === 'wonAmount'
        ? describeEdit(field, from && labelAmount(from), to && labelAmount(to))
        : describeEdit(field ?? '', from, to);
    case 'note':
      return 'Note';
    case 'call':
      return to === null ? 'Call taken back' : `Call: ${named(to).toLowerCase()}`;
    case 'message':
      return to === null ? 'Message taken back' : `Message by ${named(to)}`;
    case 'followUp':
      return to ? 'Follow-up planned' : 'Follow-up done';
    case 'deleted':
      return 'Deleted';
    case 'restored':
      return 'Restored';
    case 'added':
      return `Added from ${from}`;
    case 'merged':
      return describeMerge(from, field ?? '');
    case 'unmerged':
      return `Taken apart from ${from ?? 'another lead'}`;
    case 'distinct':
      return `${to === 'true' ? 'Marked as no duplicate of' : 'Again a possible duplicate of'} ${from ?? 'another lead'}`;
    case 'replayed':
      return describeReplay(to, field ?? '');
    default:
      return `${toSentence(type)} changed from ${named(from)} to ${named(to)}`;
  }
}
