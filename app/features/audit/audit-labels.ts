import { overlapLabels } from '#app/features/api-keys/key-labels.ts';
import { outcomeLabels } from '#app/features/funnels/outcome-mark.tsx';
import {
  anyChannel,
  callLabels,
  channelLabels,
  labelAmount,
  labelRetention,
  labelTarget,
  priorityLabels,
  statusLabels,
  temperatureLabels,
  visibilityLabels,
} from '#app/features/leads/labels.ts';
import type { AuditAction } from '#db/values/audit.ts';
import { nameCountry } from '#db/values/countries.ts';
import { presetLabels } from '#db/values/inbound-addresses.ts';
import type { AuditEntry } from '#server/panel-api/schemas/audit.ts';

/** Action labels; the name of the subject follows. */
const actions: Record<AuditAction, string> = {
  'session.signIn': 'Signed in',
  'session.refuse': 'Could not sign in',
  'session.signOut': 'Signed out',
  'users.endSession': 'Ended a session of',
  'users.endOtherSessions': 'Ended all other sessions of',
  'apiKeys.create': 'Created the key',
  'apiKeys.update': 'Changed the key',
  'apiKeys.rotate': 'Rotated the key',
  'apiKeys.deactivate': 'Deactivated the key',
  'apiKeys.activate': 'Activated the key',
  'apiKeys.delete': 'Deleted the key',
  'apiKeys.saveMapping': 'Changed the mapping of the key',
  'inboundAddresses.create': 'Created the inbound address',
  'inboundAddresses.update': 'Changed the inbound address',
  'inboundAddresses.reveal': 'Showed the inbound address',
  'inboundAddresses.rotate': 'Rotated the inbound address',
  'inboundAddresses.pause': 'Paused the inbound address',
  'inboundAddresses.resume': 'Resumed the inbound address',
  'inboundAddresses.delete': 'Deleted the inbound address',
  'apiKeys.keepField': 'Kept a field as a custom field with the key',
  'apiKeys.stopKeepingField': 'Stopped keeping a field with the key',
  'members.add': 'Added the member',
  'members.changeRole': 'Changed the role of',
  'users.deactivate': 'Deactivated the user',
  'users.activate': 'Activated the user',
  'users.changePassword': 'Changed the password of',
  'users.bindIdentity': 'Linked single sign-on to',
  'users.addSecondFactor': 'Set up the second factor of',
  'users.removeSecondFactor': 'Removed the second factor of',
  'users.renewRecoveryCodes': 'Made new recovery codes for',
  'leads.create': 'Added the lead',
  'leads.update': 'Changed the lead',
  'leads.move': 'Moved the lead',
  'leads.assign': 'Assigned the lead',
  'leads.note': 'Wrote a note on the lead',
  'leads.call': 'Called the lead',
  'leads.message': 'Wrote to the lead',
  'leads.followUp': 'Planned a follow-up of the lead',
  'leads.edit': 'Edited the lead',
  'leads.delete': 'Deleted the lead',
  'leads.restore': 'Restored the lead',
  'leads.export': 'Exported leads',
  'intakeLog.export': 'Exported the intake log',
  'replays.start': 'Sent requests again with the key',
  'replays.correct': 'Corrected a request, and sent it with the key',
  'replays.cancel': 'Stopped sending requests again with the key',
  'replays.undo': 'Undid what was sent again with the key',
  'leads.replay': 'Sent again, or read again, the lead',
  'comparison.add': 'Added missing leads of a file with the key',
  'leads.addMissing': 'Added from a file the lead',
  'leads.merge': 'Merged another lead into the lead',
  'leads.unmerge': 'Took another lead apart from the lead',
  'leads.markDistinct': 'Decided about a possible duplicate of the lead',
  'leads.removeTest': 'Removed a test',
  'leads.erase': 'Erased the lead',
  'funnels.create': 'Created the funnel',
  'funnels.rename': 'Renamed the funnel',
  'funnels.archive': 'Archived the funnel',
  'funnels.restore': 'Restored the funnel',
  'steps.create': 'Created the step',
  'steps.rename': 'Renamed the step',
  'steps.setOutcome': 'Marked the step',
  'steps.archive': 'Archived the step',
  'steps.restore': 'Restored the step',
  'companies.update': 'Changed the company',
  'companies.saveLostReasons': 'Changed why leads are lost at',
  'messageTemplates.create': 'Created the message template',
  'messageTemplates.update': 'Changed the message template',
  'messageTemplates.delete': 'Deleted the message template',
};

const actionLabels = new Map<string, string>(Object.entries(actions));

/** The label of an action, with the reason of a refusal. Unknown actions are returned unchanged. */
export function labelAction({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  const label = actionLabels.get(action) ?? action;

  return details?.reason ? `${label}: ${details.reason}` : label;
}

type Value = string | number | boolean | null;

interface Field {
  label: string;
  format?: (value: Value) => string | Date | undefined;
}

const named = (names: Record<string, string>) => (value: Value) => names[String(value)];
const orElse = (absent: string) => (value: Value) => (value === null ? absent : undefined);

/** `null` is the default of the installation. */
function formatRate(value: Value): string {
  if (value === null) return 'Default';
  return value === '0' ? 'No limit' : `${value} per second`;
}

const formatCountry = (value: Value) => (value === null ? 'Unknown' : nameCountry(String(value)));
const formatTarget = (value: Value) => labelTarget(value === null ? null : Number(value));

const formatAmount = (value: Value) => (value === null ? undefined : labelAmount(String(value)));
const formatRetention = (value: Value) => labelRetention(Number(value));

/** In display order. */
const fields = new Map<string, Field>(
  Object.entries({
    name: { label: 'Name' },
    key: { label: 'Key' },
    address: { label: 'Address' },
    preset: { label: 'Tool', format: named(presetLabels) },
    kind: { label: 'Kind', format: named({ rehearsal: 'Test' }) },
    permissions: {
      label: 'Access',
      format: named({
        'leads:create': 'Send leads',
        'leads:read': 'Read leads',
        'leads:create, leads:read': 'Send and read leads',
        null: 'None',
      }),
    },
    expiresAt: {
      label: 'Expires',
      format: (value) => (value === null ? 'Never' : new Date(String(value))),
    },
    funnels: { label: 'Funnels', format: orElse('Any') },
    steps: { label: 'Steps', format: orElse('Any') },
    step: { label: 'Step' },
    mark: { label: 'Leads are', format: named({ ...outcomeLabels, null: 'Open' }) },
    file: { label: 'File' },
    leads: { label: 'Leads' },
    field: { label: 'Field' },
    fields: { label: 'Mapped fields' },
    comesFrom: { label: 'Leads come from', format: orElse('As their fields say') },
    status: { label: 'Status', format: named(statusLabels) },
    priority: { label: 'Priority', format: named(priorityLabels) },
    temperature: { label: 'Temperature', format: named(temperatureLabels) },
    lostReason: { label: 'Reason' },
    wonAmount: { label: 'Amount', format: formatAmount },
    owner: { label: 'Owner', format: orElse('No owner') },
    outcome: { label: 'Call', format: named(callLabels) },
    channel: { label: 'Message', format: named(channelLabels) },
    followUp: {
      label: 'Follow-up',
      format: (value) => (value === null ? 'None' : new Date(String(value))),
    },
    usedFor: { label: 'Used for', format: named({ ...channelLabels, null: anyChannel }) },
    subject: { label: 'Subject' },
    text: { label: 'Text' },
    email: { label: 'Email' },
    phones: { label: 'Phone' },
    message: { label: 'Message' },
    rateLimit: { label: 'Rate limit', format: formatRate },
    overlap: { label: 'Old key stops', format: named(overlapLabels) },
    formerStops: {
      label: 'Old address stops',
      format: named({
        now: 'Immediately',
        '1h': '1 hour later',
        '24h': '24 hours later',
        '7d': '7 days later',
      }),
    },
    networks: { label: 'Networks', format: orElse('Any') },
    signature: { label: 'Signature', format: named({ required: 'Required', null: 'Not checked' }) },
    thankYouPage: { label: 'Thank-you page', format: orElse('A page of ours') },
    hosts: { label: 'Other hosts' },
    openingTime: {
      label: 'What programs send',
      format: named({ required: 'Held', null: 'Not checked' }),
    },
    role: { label: 'Role', format: named({ viewer: 'Viewer', agent: 'Agent', admin: 'Admin' }) },
    funnel: { label: 'Funnel' },
    merged: { label: 'Leads merged into it' },
    issuer: { label: 'Provider' },
    timeZone: { label: 'Time zone' },
    currency: { label: 'Currency', format: orElse('Of the country') },
    lostReasons: { label: 'Reasons' },
    country: { label: 'Country', format: formatCountry },
    agentsSee: { label: 'Agents see', format: named(visibilityLabels) },
    contactTarget: { label: 'First contact', format: formatTarget },
    bodyRetentionDays: { label: 'What was sent', format: formatRetention },
    browser: { label: 'Browser' },
    from: { label: 'Address' },
    ended: { label: 'Sessions' },
    search: { label: 'Search', format: () => 'Yes' },
    query: { label: 'Filter', format: (value) => (value === '' ? 'None' : undefined) },
  } satisfies Record<string, Field>),
);

export interface Detail {
  label: string;
  /** The value before a change. */
  from?: string | Date;
  value: string | Date;
}

const order = [...fields.keys()];

/** Labelled details of an entry without its reason. Unknown fields are returned unchanged. */
export function labelDetails(details: AuditEntry['details']): Detail[] {
  const { reason: _, ...shown } = details ?? {};
  const sorted = Object.entries(shown).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));

  return sorted.map(([name, value]) => {
    const { label, format } = fields.get(name) ?? { label: name };
    const text = (each: Value) => format?.(each) ?? String(each ?? 'None');
    if (value === null || typeof value !== 'object') return { label, value: text(value) };

    return { label, from: text(value.from), value: text(value.to) };
  });
}
