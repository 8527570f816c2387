/** Actions in the audit log, by subject. An action of the panel has the name of its procedure. */
export const auditActions = {
  signIns: [
    'session.signIn',
    'session.refuse',
    'session.signOut',
    'users.endSession',
    'users.endOtherSessions',
  ],
  keys: [
    'apiKeys.create',
    'apiKeys.update',
    'apiKeys.rotate',
    'apiKeys.deactivate',
    'apiKeys.activate',
    'apiKeys.delete',
  ],
  members: [
    'members.add',
    'members.changeRole',
    'users.deactivate',
    'users.activate',
    'users.changePassword',
    'users.bindIdentity',
    'users.addSecondFactor',
    'users.removeSecondFactor',
    'users.renewRecoveryCodes',
  ],
  leads: ['leads.update', 'leads.move'],
  funnels: [
    'funnels.create',
    'funnels.rename',
    'funnels.archive',
    'funnels.restore',
    'steps.create',
    'steps.rename',
    'steps.archive',
    'steps.restore',
  ],
  company: ['companies.update'],
} as const;

export const auditFilters = [
  'all',
  'signIns',
  'keys',
  'members',
  'leads',
  'funnels',
  'company',
] as const;

export type AuditFilter = (typeof auditFilters)[number];
/** Lead changes are not written to the log: it reads them from the timelines of the leads. */
export type RecordedAction = Exclude<AuditAction, `leads.${string}`>;
export type AuditAction = (typeof auditActions)[keyof typeof auditActions][number];

type AuditValue = string | number | boolean | null;

/** Further values without secrets. A change has the values before and after. */
export type AuditDetails = Record<string, AuditValue | { from: AuditValue; to: AuditValue }>;
