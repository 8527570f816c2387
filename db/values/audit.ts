/** Recorded by earlier versions only. */
const formerKeyActions = ['apiKeys.keepField', 'apiKeys.stopKeepingField'] as const;

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
    'apiKeys.saveMapping',
    'inboundAddresses.create',
    'inboundAddresses.update',
    'inboundAddresses.reveal',
    'inboundAddresses.rotate',
    'inboundAddresses.pause',
    'inboundAddresses.resume',
    'inboundAddresses.delete',
    ...formerKeyActions,
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
  leads: [
    'leads.create',
    'leads.update',
    'leads.move',
    'leads.assign',
    'leads.note',
    'leads.call',
    'leads.message',
    'leads.followUp',
    'leads.edit',
    'leads.delete',
    'leads.restore',
    'leads.export',
    'intakeLog.export',
    'replays.start',
    'replays.correct',
    'replays.cancel',
    'replays.undo',
    'leads.replay',
    'comparison.add',
    'leads.addMissing',
    'leads.merge',
    'leads.unmerge',
    'leads.markDistinct',
    'leads.removeTest',
    'leads.erase',
  ],
  funnels: [
    'funnels.create',
    'funnels.rename',
    'funnels.archive',
    'funnels.restore',
    'steps.create',
    'steps.rename',
    'steps.setOutcome',
    'steps.archive',
    'steps.restore',
  ],
  company: [
    'companies.update',
    'companies.saveLostReasons',
    'messageTemplates.create',
    'messageTemplates.update',
    'messageTemplates.delete',
  ],
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
/** By event of the timeline of a lead, from which the log reads them: they are not recorded again. */
export const leadEventActions = {
  status: 'leads.update',
  priority: 'leads.update',
  temperature: 'leads.update',
  moved: 'leads.move',
  owner: 'leads.assign',
  note: 'leads.note',
  call: 'leads.call',
  message: 'leads.message',
  followUp: 'leads.followUp',
  edited: 'leads.edit',
  deleted: 'leads.delete',
  restored: 'leads.restore',
  replayed: 'leads.replay',
  added: 'leads.addMissing',
  merged: 'leads.merge',
  unmerged: 'leads.unmerge',
  distinct: 'leads.markDistinct',
} as const;

export type RecordedAction = Exclude<
  AuditAction,
  (typeof leadEventActions)[keyof typeof leadEventActions] | (typeof formerKeyActions)[number]
>;
export type AuditAction = (typeof auditActions)[keyof typeof auditActions][number];

type AuditValue = string | number | boolean | null;

/** Further values without secrets. A change has the values before and after. */
export type AuditDetails = Record<string, AuditValue | { from: AuditValue; to: AuditValue }>;
