import { editedFields, leadFields } from '#db/values/lead-fields.ts';
import type { TimelineType } from '#db/values/leads.ts';
import {
  callLabels,
  priorityLabels,
  statusLabels,
  temperatureLabels,
  toSentence,
} from './labels.ts';

/** Values of events that have labels. */
const labels = new Map<TimelineType, Record<string, string>>([
  ['status', statusLabels],
  ['priority', priorityLabels],
  ['temperature', temperatureLabels],
  ['call', callLabels],
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

const customField = 'customFields.';
function fieldLabel(field: string): string {
  if (field.startsWith(customField)) return field.slice(customField.length);

  const known = editedFields.find((name) => name === field);
  return known ? leadFields[known].label : toSentence(field);
}

function describeEdit(field: string, from: string | null, to: string | null): string {
  const label = fieldLabel(field);
  if (to === null) return `${label} removed: ${from}`;
  return from === null ? `${label} added: ${to}` : `${label} changed from ${from} to ${to}`;
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
      return describeEdit(field ?? '', from, to);
    case 'note':
      return 'Note';
    case 'call':
      return `Call: ${named(to).toLowerCase()}`;
    case 'followUp':
      return to ? 'Follow-up planned' : 'Follow-up done';
    case 'deleted':
      return 'Deleted';
    case 'restored':
      return 'Restored';
    default:
      return `${toSentence(type)} changed from ${named(from)} to ${named(to)}`;
  }
}
