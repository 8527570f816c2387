/** What the audit log notes, by what it is about. What the panel does bears its procedure's name. */
export const auditActions = {
  signIns: ['session.signIn', 'session.refuse', 'session.signOut'],
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
} as const;

export const auditFilters = ['all', 'signIns', 'keys', 'members', 'funnels'] as const;

export type AuditFilter = (typeof auditFilters)[number];
export type AuditAction = (typeof auditActions)[keyof typeof auditActions][number];

type AuditValue = string | number | boolean | null;

/** What else is worth knowing, without secrets; a change with what was before. */
export type AuditDetails = Record<string, AuditValue | { from: AuditValue; to: AuditValue }>;
