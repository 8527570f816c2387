import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { addLogEntry, logEntry } from '#db/factories/intake-log.ts';
import { createLead, plainLead } from '#db/factories/leads.ts';
import { createSession } from '#db/factories/users.ts';
import { groupIdOf } from '#db/intake-group.ts';
import { companies, sessions } from '#db/schema/applications.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { leadEvents, leadMerges, leads, savedViews } from '#db/schema/leads.ts';
import { messageTemplates } from '#db/schema/message-templates.ts';
import { replays } from '#db/schema/replays.ts';
import type { Role } from '#db/values/access.ts';
import { standardLostReasons } from '#db/values/leads.ts';
import { versionOf } from '../services/leads/read-pair.ts';
import { accountPassword, codeOf, givePassword, giveSecondFactor, totpSecret } from './account.ts';
import { bodySeal } from './secrets.ts';
import type { FullTenant } from './tenant.ts';

/** What the access table says of one procedure of the panel. */
export interface Access {
  /** The weakest role that may call it. */
  role: Role;
  /** A valid input for a company with this tenant, or undefined where it takes none. */
  input(own: FullTenant): unknown;
  /** Inputs that are valid but for ids of another company. Empty where it takes no ids. */
  foreign(own: FullTenant, other: FullTenant): unknown[];
  /** Prepares the caller so that a valid input succeeds. */
  prepare?(db: Database, userId: string, own: FullTenant): Promise<unknown>;
}

const none = () => [];
const idOf = (noun: 'funnel' | 'step' | 'lead' | 'test' | 'key' | 'inactiveKey') => ({
  input: (own: FullTenant) => ({ id: own[noun].id }),
  foreign: (_: FullTenant, other: FullTenant) => [{ id: other[noun].id }],
});
const renamed = (noun: 'funnel' | 'step') => ({
  input: (own: FullTenant) => ({ id: own[noun].id, name: 'Renamed' }),
  foreign: (_: FullTenant, other: FullTenant) => [{ id: other[noun].id, name: 'Renamed' }],
});

const ofLead = (values: object) => ({
  input: (own: FullTenant) => ({ id: own.lead.id, ...values }),
  foreign: (_: FullTenant, other: FullTenant) => [{ id: other.lead.id, ...values }],
});

const ofKey = (values: object) => ({
  input: (own: FullTenant) => ({ id: own.key.id, ...values }),
  foreign: (_: FullTenant, other: FullTenant) => [{ id: other.key.id, ...values }],
});

const ownNoteId = randomUUID();

/** Of the user who was prepared last. */
const ofNote = (values: object = {}) => ({
  input: (own: FullTenant) => ({ id: own.lead.id, noteId: ownNoteId, ...values }),
  foreign: (own: FullTenant, other: FullTenant) => [
    { id: other.lead.id, noteId: ownNoteId, ...values },
    { id: own.lead.id, noteId: ownNoteId, ...values },
  ],
});

async function giveNote(db: Database, userId: string, own: FullTenant): Promise<void> {
  const isNote = and(eq(leadEvents.companyId, own.companyId), eq(leadEvents.id, ownNoteId));
  await db.delete(leadEvents).where(isNote);
  await db.insert(leadEvents).values({
    companyId: own.companyId,
    id: ownNoteId,
    leadId: own.lead.id,
    type: 'note',
    text: 'Note',
    actorKind: 'user',
    actorId: userId,
    actorName: 'Ada',
  });
}

export const twinId = randomUUID();
let twinVersion = '';

/** Another lead of the person. */
async function giveTwin(db: Database, _: string, { companyId, stepId, lead }: FullTenant) {
  const isTwin = and(eq(leads.companyId, companyId), eq(leads.id, twinId));
  await db.delete(leads).where(isTwin);
  await createLead(db, { companyId, stepId, id: twinId });
  const isPair = and(eq(leads.companyId, companyId), inArray(leads.id, [lead.id, twinId]));
  twinVersion = versionOf(await db.select().from(leads).where(isPair));
}

async function giveMergedTwin(db: Database, _: string, { companyId, stepId, lead }: FullTenant) {
  const isTwin = and(eq(leads.companyId, companyId), eq(leads.id, twinId));
  await db.delete(leads).where(isTwin);
  const { searchWords, ...columns } = lead;
  await db.insert(leads).values({ ...columns, stepId, id: twinId, deletedAt: new Date() });
  const merge = { companyId, leadId: twinId, keptId: lead.id, mergedAt: new Date() };
  await db.insert(leadMerges).values({ ...merge, before: {}, after: {} });
}

const ofTwin = (values: object = {}) => ({
  input: (own: FullTenant) => ({ id: own.lead.id, otherId: twinId, ...values }),
  foreign: (own: FullTenant, other: FullTenant) => [
    { id: other.lead.id, otherId: twinId, ...values },
    { id: own.lead.id, otherId: other.lead.id, ...values },
  ],
});
const ofMerge = (values: () => object = () => ({})) => ({
  input: (own: FullTenant) => ({ keptId: own.lead.id, mergedId: twinId, ...values() }),
  foreign: (own: FullTenant, other: FullTenant) => [
    { keptId: other.lead.id, mergedId: twinId, ...values() },
    { keptId: own.lead.id, mergedId: other.lead.id, ...values() },
  ],
});

const giveStatusEvent = (db: Database, userId: string, own: FullTenant) =>
  db.insert(leadEvents).values({
    companyId: own.companyId,
    id: randomUUID(),
    leadId: own.lead.id,
    type: 'status',
    from: 'lost',
    to: 'new',
    actorKind: 'user',
    actorId: userId,
    actorName: 'Ada',
    createdAt: new Date('2027-01-31T14:05:09.000Z'),
  });

const mapping = {
  rules: [{ path: ['mobile_no'], field: 'phones' }],
  comesFrom: null,
};

async function giveAll(db: Database, userId: string): Promise<void> {
  await givePassword(db, userId);
  await giveSecondFactor(db, userId);
}

const ownSessionId = randomUUID();

async function giveSession(db: Database, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, ownSessionId));
  await createSession(db, { id: ownSessionId, userId });
}

const viewId = randomUUID();
/* Of no one: those of another company have ids as random. */
const foreignViewId = randomUUID();

async function giveView(db: Database, userId: string, { companyId }: FullTenant): Promise<void> {
  await db.delete(savedViews).where(eq(savedViews.companyId, companyId));
  await db
    .insert(savedViews)
    .values({ companyId, id: viewId, userId, name: 'New ones', query: 'status=new' });
}

export const templateId = randomUUID();
export const templateSettings = {
  name: 'First offer',
  channel: 'email',
  subject: 'Your offer',
  text: 'Hello {{firstName}}',
} as const;

export async function giveTemplate(db: Database, _: string, { companyId }: FullTenant) {
  await db.delete(messageTemplates).where(eq(messageTemplates.companyId, companyId));
  await db.insert(messageTemplates).values({ companyId, id: templateId, ...templateSettings });
}

const ofTemplate = (values: object = {}) => ({
  input: () => ({ id: templateId, ...values }),
  /* Of no one, as that of a view. */
  foreign: () => [{ id: foreignViewId, ...values }],
  prepare: giveTemplate,
});

export const addressId = randomUUID();

export async function giveAddress(db: Database, _: string, own: FullTenant): Promise<void> {
  const { companyId } = own;
  await db.delete(inboundAddresses).where(eq(inboundAddresses.companyId, companyId));
  await db.insert(inboundAddresses).values(addressOf(own));
}

const addressOf = ({ companyId, key, step }: FullTenant) => ({
  companyId,
  id: addressId,
  apiKeyId: key.id,
  stepId: step.id,
  name: 'Form',
  preset: 'other' as const,
  addressHash: Buffer.from(`${companyId} address`),
  sealedAddress: bodySeal.seal(Buffer.from('in_test'), { companyId, id: addressId }),
  hint: 'in_7Qf2…9xKd',
});
const addressSettings = (own: FullTenant) => ({ name: 'Form', stepId: own.step.id });
const ofAddress = (values: object = {}) => ({
  input: () => ({ id: addressId, ...values }),
  foreign: () => [{ id: foreignLogEntryId, ...values }],
  prepare: giveAddress,
});

const logEntryId = randomUUID();
/* Of no one, as that of a view. */
const foreignLogEntryId = randomUUID();

async function giveLogEntry(db: Database, _: string, own: FullTenant): Promise<void> {
  const entry = logEntry({ companyId: own.companyId, apiKeyId: own.key.id, id: logEntryId });
  await db.insert(intakeLog).values(entry).onConflictDoNothing();
}

const refused = { outcome: 'refused', cause: 'name: is required', body: 'stored' } as const;
const replayEntryId = randomUUID();
const replayId = randomUUID();

/** A refused request of the key at the step, with its group. */
async function giveRefused(db: Database, _: string, own: FullTenant): Promise<void> {
  await db.delete(replays).where(eq(replays.companyId, own.companyId));
  await db
    .delete(intakeLog)
    .where(and(eq(intakeLog.companyId, own.companyId), eq(intakeLog.id, replayEntryId)));
  await addLogEntry(db, { ...refusedOf(own), id: replayEntryId });
}

const refusedOf = ({ companyId, key, step }: FullTenant) => ({
  ...refused,
  companyId,
  apiKeyId: key.id,
  stepId: step.id,
});
const groupOf = (tenant: FullTenant) => ({
  groupId: groupIdOf({ ...refusedOf(tenant), status: 400 }),
});
const ofGroup = (values: object = {}) => ({
  input: (own: FullTenant) => ({ ...groupOf(own), ...values }),
  foreign: (_: FullTenant, other: FullTenant) => [{ ...groupOf(other), ...values }],
  prepare: giveRefused,
});

const giveReplay =
  (status: 'running' | 'done') =>
  async (db: Database, userId: string, own: FullTenant): Promise<void> => {
    await giveRefused(db, userId, own);
    await db.insert(replays).values({
      ...groupOf(own),
      companyId: own.companyId,
      id: replayId,
      apiKeyId: own.key.id,
      status,
      requests: 0,
      createdByName: 'Ada',
      endedAt: status === 'done' ? new Date() : null,
    });
  };
const ofReplay = (status: 'running' | 'done') => ({
  input: () => ({ id: replayId }),
  foreign: () => [{ id: randomUUID() }],
  prepare: giveReplay(status),
});

const settings = {
  name: 'Website',
  permissions: ['leads:create'],
  expiresAt: null,
  funnelIds: [] as string[],
  stepIds: [] as string[],
};
const foreignAccess = (other: FullTenant) => [
  { ...settings, funnelIds: [other.funnel.id] },
  { ...settings, stepIds: [other.step.id] },
];

const addition = (apiKeyId: string, stepId: string) => ({
  apiKeyId,
  stepId,
  source: 'leads.csv',
  rows: [{ row: 2, externalLeadId: '1', values: { name: 'Maria Souza' } }],
});

/** Every procedure of the panel. The test fails when one is missing here. */
export const panelAccess: Record<string, Access> = {
  'session.get': { role: 'viewer', input: () => undefined, foreign: none },

  'account.get': { role: 'viewer', input: () => undefined, foreign: none },
  'account.setTimeZone': {
    role: 'viewer',
    input: () => ({ timeZone: 'Asia/Kathmandu' }),
    foreign: none,
  },
  'account.changePassword': {
    role: 'viewer',
    input: () => ({ password: accountPassword, newPassword: 'another horse battery' }),
    foreign: none,
    prepare: givePassword,
  },
  'account.beginSecondFactor': {
    role: 'viewer',
    input: () => ({ password: accountPassword }),
    foreign: none,
    prepare: givePassword,
  },
  'account.confirmSecondFactor': {
    role: 'viewer',
    input: () => ({ code: codeOf(totpSecret) }),
    foreign: none,
    prepare: (db, userId) => giveSecondFactor(db, userId, { confirmed: false }),
  },
  'account.renewRecoveryCodes': {
    role: 'viewer',
    input: () => ({ password: accountPassword, code: codeOf(totpSecret) }),
    foreign: none,
    prepare: giveAll,
  },
  'account.disableSecondFactor': {
    role: 'viewer',
    input: () => ({ password: accountPassword, code: codeOf(totpSecret) }),
    foreign: none,
    prepare: giveAll,
  },

  'account.listSessions': { role: 'viewer', input: () => undefined, foreign: none },
  'account.endSession': {
    role: 'viewer',
    input: () => ({ id: ownSessionId }),
    /* Of the user who was prepared last. */
    foreign: () => [{ id: ownSessionId }],
    prepare: giveSession,
  },
  'account.endOtherSessions': { role: 'viewer', input: () => undefined, foreign: none },

  'changes.follow': { role: 'viewer', input: () => undefined, foreign: none },

  'audit.list': { role: 'admin', input: () => ({ what: 'keys' }), foreign: none },

  'companies.update': {
    role: 'admin',
    input: () => ({
      name: 'Acme Sales',
      timeZone: 'America/Sao_Paulo',
      country: 'BR',
      currency: null,
      agentsSee: 'own',
      contactTarget: 15,
      bodyRetentionDays: 7,
    }),
    foreign: none,
  },

  'companies.lostReasons': { role: 'viewer', input: () => undefined, foreign: none },
  'companies.saveLostReasons': {
    role: 'admin',
    input: () => ({ reasons: { from: [...standardLostReasons], to: ['Too far'] } }),
    foreign: none,
    /* Another role has changed the list before. */
    prepare: (db, _, own) =>
      db.update(companies).set({ lostReasons: null }).where(eq(companies.id, own.companyId)),
  },

  'messageTemplates.list': { role: 'viewer', input: () => undefined, foreign: none },
  'messageTemplates.create': {
    role: 'admin',
    input: () => ({ ...templateSettings, name: 'Second offer' }),
    foreign: none,
    prepare: giveTemplate,
  },
  'messageTemplates.update': {
    role: 'admin',
    ...ofTemplate({ ...templateSettings, text: 'Good morning {{name}}' }),
  },
  'messageTemplates.delete': { role: 'admin', ...ofTemplate() },

  'members.list': { role: 'viewer', input: () => undefined, foreign: none },

  'notifications.list': { role: 'viewer', input: () => undefined, foreign: none },
  'notifications.markRead': {
    role: 'viewer',
    input: () => ({ until: '2026-01-01T00:00:00.000Z' }),
    foreign: none,
  },
  'notifications.readLead': { role: 'viewer', ...idOf('lead') },
  'notifications.chooseNewLeads': {
    role: 'viewer',
    input: () => ({ newLeads: 'all' }),
    foreign: none,
  },

  'apiKeys.list': { role: 'viewer', input: () => ({ filter: 'all' }), foreign: none },
  'apiKeys.get': { role: 'viewer', ...idOf('key') },
  'apiKeys.firstLead': { role: 'viewer', ...idOf('key') },
  'apiKeys.ignoredFields': { role: 'viewer', ...idOf('key') },
  'apiKeys.activity': { role: 'viewer', ...idOf('key') },
  'apiKeys.create': {
    role: 'admin',
    input: (own) => ({ ...settings, funnelIds: [own.funnel.id], stepIds: [own.step.id] }),
    foreign: (_, other) => foreignAccess(other),
  },
  'apiKeys.update': {
    role: 'admin',
    input: (own) => ({ ...settings, id: own.key.id }),
    foreign: (own, other) => [
      { ...settings, id: other.key.id },
      ...foreignAccess(other).map((access) => ({ ...access, id: own.key.id })),
    ],
  },
  'apiKeys.deactivate': { role: 'admin', ...idOf('key') },
  'apiKeys.activate': { role: 'admin', ...idOf('inactiveKey') },
  'apiKeys.delete': {
    role: 'admin',
    input: (own) => ({ id: own.inactiveKey.id, name: own.inactiveKey.name }),
    foreign: (_, other) => [{ id: other.inactiveKey.id, name: other.inactiveKey.name }],
  },
  'apiKeys.mapping': { role: 'viewer', ...idOf('key') },
  'apiKeys.tryBody': { role: 'viewer', ...ofKey({ body: '{"name":"Ana"}' }) },
  'apiKeys.sentPaths': { role: 'admin', ...idOf('key') },
  'apiKeys.tryMapping': { role: 'admin', ...ofKey(mapping) },
  'apiKeys.saveMapping': { role: 'admin', ...ofKey({ ...mapping, version: 0 }) },
  'apiKeys.markSecretCopied': { role: 'admin', ...idOf('key') },
  'apiKeys.rotate': {
    role: 'admin',
    input: (own) => ({ id: own.key.id, overlap: '24h' }),
    foreign: (_, other) => [{ id: other.key.id, overlap: 'now' }],
  },

  'funnels.list': { role: 'viewer', input: () => ({ archived: false }), foreign: none },
  'funnels.get': { role: 'viewer', ...idOf('funnel') },
  'funnels.create': {
    role: 'admin',
    input: () => ({ name: 'Website', steps: [{ name: 'New' }] }),
    foreign: none,
  },
  'funnels.rename': { role: 'admin', ...renamed('funnel') },
  'funnels.reorder': {
    role: 'admin',
    input: (own) => ({ ids: [own.funnel.id] }),
    foreign: (own, other) => [
      { ids: [other.funnel.id] },
      { ids: [other.funnel.id, own.funnel.id] },
    ],
  },
  'funnels.archive': { role: 'admin', ...idOf('funnel') },
  'funnels.restore': { role: 'admin', ...idOf('funnel') },

  'steps.get': { role: 'viewer', ...idOf('step') },
  'steps.list': { role: 'viewer', input: () => undefined, foreign: none },
  'steps.traffic': { role: 'admin', ...idOf('step') },
  'steps.create': {
    role: 'admin',
    input: (own) => ({ funnelId: own.funnel.id, name: 'New' }),
    foreign: (_, other) => [{ funnelId: other.funnel.id, name: 'New' }],
  },
  'steps.rename': { role: 'admin', ...renamed('step') },
  'steps.setOutcome': {
    role: 'admin',
    input: (own) => ({ id: own.step.id, outcome: 'won' }),
    foreign: (_, other) => [{ id: other.step.id, outcome: 'lost' }],
  },
  'steps.reorder': {
    role: 'admin',
    input: (own) => ({ funnelId: own.funnel.id, ids: [own.otherStep.id, own.step.id] }),
    foreign: (own, other) => [
      { funnelId: other.funnel.id, ids: [other.otherStep.id, other.step.id] },
      { funnelId: own.funnel.id, ids: [own.step.id, other.step.id] },
    ],
  },
  'steps.archive': {
    role: 'admin',
    input: (own) => ({ id: own.step.id, moveTo: own.otherStep.id }),
    foreign: (own, other) => [
      { id: other.step.id, moveTo: own.otherStep.id },
      { id: own.step.id, moveTo: other.step.id },
    ],
  },
  'steps.moveLeads': {
    role: 'admin',
    input: (own) => ({ id: own.step.id, to: own.otherStep.id }),
    foreign: (own, other) => [
      { id: other.step.id, to: own.otherStep.id },
      { id: own.step.id, to: other.step.id },
    ],
  },
  'steps.restore': { role: 'admin', ...idOf('step') },

  'selfTest.prepare': { role: 'admin', input: () => undefined, foreign: none },
  'selfTest.finish': {
    role: 'admin',
    input: () => ({ keyIds: [] }),
    foreign: (_, other) => [{ keyIds: [other.key.id] }],
  },

  'leads.list': {
    role: 'viewer',
    input: (own) => ({ stepId: own.step.id }),
    foreign: (_, other) => [{ stepId: other.step.id }],
  },
  'leads.listAll': { role: 'viewer', input: () => ({ view: 'leads' }), foreign: none },
  'leads.toDo': {
    role: 'viewer',
    input: () => ({ whose: 'everyone', section: 'new' }),
    foreign: none,
  },
  'leads.toDoCounts': { role: 'viewer', input: () => ({ whose: 'mine' }), foreign: none },
  'leads.listIds': { role: 'viewer', input: () => ({ view: 'leads' }), foreign: none },
  'leads.count': { role: 'viewer', input: () => ({ view: 'leads' }), foreign: none },
  'reports.leads': { role: 'viewer', input: () => ({ days: '30' }), foreign: none },
  'leads.filterChoices': { role: 'viewer', input: () => undefined, foreign: none },
  'leads.changeMany': {
    role: 'agent',
    input: (own) => ({
      ids: [own.lead.id],
      change: { field: 'step', to: own.otherStep.id },
    }),
    foreign: (own, other) => [
      { ids: [other.lead.id], change: { field: 'status', to: 'lost' } },
      { ids: [other.lead.id], change: { field: 'deleted', to: true } },
      { ids: [own.lead.id], change: { field: 'step', to: other.step.id } },
    ],
  },
  'leads.undoChange': {
    role: 'agent',
    input: (own) => ({
      field: 'status',
      from: 'new',
      at: '2027-01-31T14:05:09.000Z',
      back: [{ to: 'lost', ids: [own.lead.id] }],
    }),
    prepare: giveStatusEvent,
    foreign: (own, other) => [
      {
        field: 'step',
        from: own.step.id,
        at: '2027-01-31T14:05:09.000Z',
        back: [{ to: other.step.id, ids: [own.lead.id] }],
      },
      {
        field: 'deleted',
        from: false,
        at: '2027-01-31T14:05:09.000Z',
        back: [{ to: true, ids: [other.lead.id] }],
      },
    ],
  },
  'leads.board': {
    role: 'viewer',
    input: (own) => ({ funnelId: own.funnel.id }),
    foreign: (_, other) => [{ funnelId: other.funnel.id }],
  },
  'leads.search': { role: 'viewer', input: () => ({ text: 'maria' }), foreign: none },
  'leads.get': { role: 'viewer', ...idOf('lead') },
  'leads.asSent': { role: 'viewer', ...idOf('lead') },
  'leads.duplicates': { role: 'viewer', ...idOf('lead') },
  'leads.previewMerge': { role: 'viewer', ...ofTwin(), prepare: giveTwin },
  'leads.merge': { role: 'agent', ...ofMerge(() => ({ version: twinVersion })), prepare: giveTwin },
  'leads.unmerge': { role: 'agent', ...ofMerge(), prepare: giveMergedTwin },
  'leads.markDistinct': { role: 'agent', ...ofTwin({ isDistinct: true }), prepare: giveTwin },
  'leads.open': { role: 'agent', ...idOf('lead') },
  'leads.create': {
    role: 'agent',
    input: (own) => ({ stepId: own.step.id, name: 'Maria' }),
    foreign: (_, other) => [{ stepId: other.step.id, name: 'Maria' }],
  },
  'leads.edit': { role: 'agent', ...ofLead({ name: { from: plainLead.name, to: 'Ana' } }) },
  'leads.assign': {
    role: 'agent',
    input: (own) => ({ id: own.lead.id, owner: { from: null, to: own.colleague.userId } }),
    foreign: (own, other) => [
      { id: other.lead.id, owner: { from: null, to: own.colleague.userId } },
      { id: own.lead.id, owner: { from: null, to: other.colleague.userId } },
    ],
  },
  'leads.addNote': { role: 'agent', ...ofLead({ text: 'Called *twice*' }) },
  'leads.editNote': {
    role: 'agent',
    ...ofNote({ text: { from: 'Note', to: 'Other note' } }),
    prepare: giveNote,
  },
  'leads.deleteNote': { role: 'agent', ...ofNote(), prepare: giveNote },
  'leads.recordCall': {
    role: 'agent',
    ...ofLead({ outcome: 'noAnswer', followUpAt: '2099-01-31T18:00:00.000Z' }),
  },
  'leads.recordMessage': {
    role: 'agent',
    ...ofLead({ channel: 'whatsapp', text: 'Hello', followUpAt: '2099-01-31T18:00:00.000Z' }),
  },
  'leads.planFollowUp': {
    role: 'agent',
    ...ofLead({ followUpAt: { from: null, to: '2099-01-31T18:00:00.000Z' } }),
  },
  'leads.undo': {
    role: 'agent',
    input: (own) => ({ id: own.lead.id, at: '2027-01-31T14:05:09.000Z' }),
    foreign: (_, other) => [{ id: other.lead.id, at: '2027-01-31T14:05:09.000Z' }],
    prepare: async (db, userId, own) => {
      const isOfLead = eq(leadEvents.leadId, own.lead.id);
      await db.delete(leadEvents).where(and(eq(leadEvents.companyId, own.companyId), isOfLead));
      await giveStatusEvent(db, userId, own);
    },
  },
  'leads.removeTest': {
    role: 'agent',
    ...idOf('test'),
    /* Another role has removed it before. */
    prepare: (db, _, own) => db.insert(leads).values(own.test).onConflictDoNothing(),
  },
  'leads.erase': {
    role: 'admin',
    ...idOf('test'),
    prepare: (db, _, own) => db.insert(leads).values(own.test).onConflictDoNothing(),
  },
  'leads.update': {
    role: 'agent',
    input: (own) => ({ id: own.lead.id, status: { from: 'new', to: 'contacted' } }),
    foreign: (_, other) => [{ id: other.lead.id, status: { from: 'new', to: 'lost' } }],
  },
  'leads.move': {
    role: 'agent',
    input: (own) => ({ id: own.lead.id, step: { from: own.step.id, to: own.otherStep.id } }),
    foreign: (own, other) => [
      { id: other.lead.id, step: { from: other.step.id, to: own.step.id } },
      { id: own.lead.id, step: { from: own.step.id, to: other.step.id } },
      { id: other.lead.id, step: { from: other.step.id, to: other.otherStep.id } },
    ],
  },

  'intakeLog.list': { role: 'viewer', input: () => ({ result: 'refused' }), foreign: none },
  'intakeLog.groups': { role: 'viewer', input: () => ({ status: 4 }), foreign: none },
  'intakeLog.keyless': { role: 'viewer', input: () => ({ from: '2026-01-01' }), foreign: none },
  'intakeLog.find': { role: 'viewer', input: () => ({ requestId: 'r' }), foreign: none },
  'intakeLog.get': {
    role: 'viewer',
    input: () => ({ id: logEntryId }),
    foreign: () => [{ id: foreignLogEntryId }],
    prepare: giveLogEntry,
  },

  'inboundAddresses.list': {
    role: 'viewer',
    input: (own) => ({ stepId: own.step.id }),
    foreign: none,
  },
  'inboundAddresses.get': { role: 'viewer', ...ofAddress() },
  'inboundAddresses.create': {
    role: 'admin',
    input: (own) => ({ ...addressSettings(own), preset: 'typeform', apiKeyId: own.key.id }),
    foreign: (own, other) => [
      { ...addressSettings(other), preset: 'typeform', apiKeyId: own.key.id },
      { ...addressSettings(own), preset: 'typeform', apiKeyId: other.key.id },
    ],
  },
  'inboundAddresses.update': {
    role: 'admin',
    prepare: giveAddress,
    input: (own) => ({ ...addressSettings(own), name: 'Renamed', id: addressId }),
    foreign: (own, other) => [
      { ...addressSettings(own), id: foreignLogEntryId },
      { ...addressSettings(other), id: addressId },
    ],
  },
  'inboundAddresses.reveal': { role: 'admin', ...ofAddress() },
  'inboundAddresses.rotate': { role: 'admin', ...ofAddress({ overlap: '1h' }) },
  'inboundAddresses.pause': { role: 'admin', ...ofAddress() },
  'inboundAddresses.resume': {
    role: 'admin',
    ...ofAddress(),
    prepare: async (db, userId, own) => {
      await giveAddress(db, userId, own);
      await db
        .update(inboundAddresses)
        .set({ pausedAt: new Date() })
        .where(eq(inboundAddresses.companyId, own.companyId));
    },
  },
  'inboundAddresses.delete': { role: 'admin', ...ofAddress({ name: 'Form' }) },
  'replays.preview': { role: 'admin', ...ofGroup() },
  'replays.list': { role: 'admin', ...ofGroup(), foreign: none },
  'replays.results': { role: 'admin', ...ofReplay('done') },
  'replays.start': { role: 'admin', ...ofGroup({ stepId: null }) },
  'replays.cancel': { role: 'admin', ...ofReplay('running') },
  'replays.undo': { role: 'admin', ...ofReplay('done') },
  'replays.correct': {
    role: 'admin',
    input: () => ({ id: replayEntryId, body: '{"name":"Ana"}', stepId: null }),
    foreign: () => [{ id: foreignLogEntryId, body: '{"name":"Ana"}', stepId: null }],
    prepare: giveRefused,
  },
  'comparison.compare': {
    role: 'admin',
    input: () => ({ ids: ['1'], name: ['Maria Souza'] }),
    foreign: none,
  },
  'comparison.add': {
    role: 'admin',
    input: (own) => addition(own.key.id, own.step.id),
    foreign: (own, other) => [
      addition(other.key.id, own.step.id),
      addition(own.key.id, other.step.id),
    ],
  },

  'views.list': { role: 'viewer', input: () => undefined, foreign: none },
  'views.create': {
    role: 'viewer',
    input: () => ({ name: 'New ones', query: 'status=new', isShared: false }),
    foreign: none,
  },
  'views.update': {
    role: 'viewer',
    input: () => ({ id: viewId, name: 'Renamed' }),
    foreign: () => [{ id: foreignViewId, name: 'Renamed' }],
    prepare: giveView,
  },
  'views.delete': {
    role: 'viewer',
    input: () => ({ id: viewId }),
    foreign: () => [{ id: foreignViewId }],
    prepare: giveView,
  },
};
