import { formatUtc } from '#app/_ui/format.ts';
import { overlapLabels } from '#app/[company]/settings/api-keys/key-labels.ts';
import type { AuditAction } from '#db/values/audit.ts';
import type { AuditEntry } from '#server/api/schemas/audit.ts';

/** What was done; the name of what it was done to follows. */
const actions: Record<AuditAction, string> = {
  'session.signIn': 'Signed in',
  'session.refuse': 'Could not sign in',
  'session.signOut': 'Signed out',
  'apiKeys.create': 'Created the key',
  'apiKeys.update': 'Changed the key',
  'apiKeys.rotate': 'Rotated the key',
  'apiKeys.deactivate': 'Deactivated the key',
  'apiKeys.activate': 'Activated the key',
  'apiKeys.delete': 'Deleted the key',
  'members.add': 'Added the member',
  'members.changeRole': 'Changed the role of',
  'users.deactivate': 'Deactivated the user',
  'users.activate': 'Activated the user',
  'users.changePassword': 'Changed the password of',
  'users.bindIdentity': 'Linked single sign-on to',
  'users.addSecondFactor': 'Set up the second factor of',
  'users.removeSecondFactor': 'Removed the second factor of',
  'users.renewRecoveryCodes': 'Made new recovery codes for',
  'funnels.create': 'Created the funnel',
  'funnels.rename': 'Renamed the funnel',
  'funnels.archive': 'Archived the funnel',
  'funnels.restore': 'Restored the funnel',
  'steps.create': 'Created the step',
  'steps.rename': 'Renamed the step',
  'steps.archive': 'Archived the step',
  'steps.restore': 'Restored the step',
};

const words = new Map<string, string>(Object.entries(actions));

/** What was done and, where it was refused, why. An action that is not known here is shown as it is. */
export function actionWords({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  const done = words.get(action) ?? action;

  return details?.reason ? `${done}: ${details.reason}` : done;
}

type Value = string | number | boolean | null;

interface Field {
  label: string;
  say?: (value: Value) => string | undefined;
}

const named = (names: Record<string, string>) => (value: Value) => names[String(value)];
const orElse = (absent: string) => (value: Value) => (value === null ? absent : undefined);

/** `null`: as the installation says. */
function rateWords(value: Value): string {
  if (value === null) return 'As usual';
  return value === '0' ? 'No limit' : `${value} a second`;
}

/** In the order in which they are told. */
const fields = new Map<string, Field>(
  Object.entries({
    name: { label: 'Name' },
    key: { label: 'Key' },
    permissions: { label: 'Access', say: named({ 'leads:create': 'Send leads', null: 'None' }) },
    expiresAt: {
      label: 'Expires',
      say: (value) => (value === null ? 'Never' : formatUtc(new Date(String(value)))),
    },
    funnels: { label: 'Funnels', say: orElse('Any') },
    steps: { label: 'Steps', say: orElse('Any') },
    rateLimit: { label: 'Rate limit', say: rateWords },
    overlap: { label: 'Old key stops', say: named(overlapLabels) },
    role: { label: 'Role', say: named({ viewer: 'Viewer', agent: 'Agent', admin: 'Admin' }) },
    funnel: { label: 'Funnel' },
    issuer: { label: 'Provider' },
  } satisfies Record<string, Field>),
);

export interface Detail {
  label: string;
  /** What it was before a change. */
  from?: string;
  value: string;
}

const order = [...fields.keys()];

/** The details of an entry in words, without the reason. A field that is not known comes as it is. */
export function detailWords(details: AuditEntry['details']): Detail[] {
  const { reason: _, ...told } = details ?? {};
  const sorted = Object.entries(told).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));

  return sorted.map(([name, value]) => {
    const { label, say } = fields.get(name) ?? { label: name };
    const text = (each: Value) => say?.(each) ?? String(each ?? 'None');
    if (value === null || typeof value !== 'object') return { label, value: text(value) };

    return { label, from: text(value.from), value: text(value.to) };
  });
}
