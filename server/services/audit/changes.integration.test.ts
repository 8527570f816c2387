import { beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { auditActions } from '#db/values/audit.ts';
import { standardLostReasons } from '#db/values/leads.ts';
import { readAuditLog, withFullAuditLog } from '#server/testing/audit-log.ts';
import { fingerprint } from '#server/testing/fingerprint.ts';
import {
  addressId,
  giveAddress,
  giveTemplate,
  panelAccess,
  templateId,
  templateSettings,
} from '#server/testing/panel-table.ts';
import { bodySeal, keyPepper } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { ManagingActor, SystemActor, UserActor } from '../actor.ts';
import { activateApiKey } from '../api-keys/activate-api-key.ts';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { deactivateApiKey } from '../api-keys/deactivate-api-key.ts';
import { deleteApiKey } from '../api-keys/delete-api-key.ts';
import { rotateApiKey } from '../api-keys/rotate-api-key.ts';
import { saveMapping } from '../api-keys/save-mapping.ts';
import { updateApiKey } from '../api-keys/update-api-key.ts';
import { saveLostReasons } from '../companies/save-lost-reasons.ts';
import { updateCompany } from '../companies/update-company.ts';
import { archiveFunnel } from '../funnels/archive-funnel.ts';
import { createFunnel } from '../funnels/create-funnel.ts';
import { renameFunnel } from '../funnels/rename-funnel.ts';
import { restoreFunnel } from '../funnels/restore-funnel.ts';
import { createInboundAddress } from '../inbound-addresses/create-inbound-address.ts';
import { deleteInboundAddress } from '../inbound-addresses/delete-inbound-address.ts';
import {
  pauseInboundAddress,
  resumeInboundAddress,
} from '../inbound-addresses/pause-inbound-address.ts';
import { revealInboundAddress } from '../inbound-addresses/reveal-inbound-address.ts';
import { rotateInboundAddress } from '../inbound-addresses/rotate-inbound-address.ts';
import { updateInboundAddress } from '../inbound-addresses/update-inbound-address.ts';
import { createLead } from '../leads/create-lead.ts';
import { eraseLead } from '../leads/erase-lead.ts';
import { removeTest } from '../leads/remove-test.ts';
import { createMessageTemplate } from '../message-templates/create-message-template.ts';
import { deleteMessageTemplate } from '../message-templates/delete-message-template.ts';
import { updateMessageTemplate } from '../message-templates/update-message-template.ts';
import { archiveStep } from '../steps/archive-step.ts';
import { createStep } from '../steps/create-step.ts';
import { renameStep } from '../steps/rename-step.ts';
import { restoreStep } from '../steps/restore-step.ts';
import { setStepOutcome } from '../steps/set-step-outcome.ts';

const base = withTestDatabase();
const commandLine = { kind: 'system', name: 'Command line' } as const;

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const log = (companyId = tenant.companyId) => readAuditLog(base, companyId);
const ownKey = () => ({ id: tenant.key.id });
const settings = {
  name: 'Website',
  permissions: ['leads:create'] as const,
  expiresAt: null,
  funnelIds: [] as string[],
  stepIds: [] as string[],
};
const mapping: Omit<Parameters<typeof saveMapping>[2], 'id'> = {
  rules: [
    { path: ['data', 'tel'], field: 'phones' },
    { path: ['city'], field: 'customFields', name: 'city' },
  ],
  comesFrom: { source: 'tiktok', medium: 'paid_social', channel: 'paid_social' },
  version: 0,
};
const changedSettings = {
  name: 'Renamed',
  timeZone: 'Asia/Kathmandu',
  country: 'NP',
  currency: 'NPR',
  agentsSee: 'own',
  contactTarget: null,
  bodyRetentionDays: 0,
} as const;
const hint = () => `${tenant.key.prefix}…${tenant.key.last4}`;
const aHint = expect.stringMatching(/^lk_\w{4}….{4}$/);

interface Act {
  /** Sets up the state before. */
  prepare?: () => Promise<unknown>;
  act: (by: ManagingActor) => Promise<unknown>;
  /** What is refused; absent: `act` in another company. */
  refused?: (by: ManagingActor) => Promise<unknown>;
  subject?: () => { id: string; name: string };
  details?: () => unknown;
}

const funnelOfStep = () => ({ funnel: tenant.funnel.name });
const onKey = () => tenant.key;
const onFunnel = () => tenant.funnel;
const onStep = () => tenant.step;
const onOtherStep = () => tenant.otherStep;

const onAddress = {
  prepare: () => giveAddress(base.db, '', tenant),
  subject: () => ({ id: addressId, name: 'Form' }),
};
const onTemplate = {
  prepare: () => giveTemplate(base.db, '', tenant),
  subject: () => ({ id: templateId, name: 'First offer' }),
};
const addressSettings = () => ({
  name: 'Website',
  stepId: tenant.step.id,
  networks: ['192.0.2.0/24'],
});
const sealing = { keyPepper, bodySeal };
const anAddress = expect.stringMatching(/^in_\w{4}….{4}$/);

const acts: Record<string, Act> = {
  'companies.update': {
    act: (by) => updateCompany(base.db, by, changedSettings),
    refused: (by) => updateCompany(base.db, by, { ...changedSettings, timeZone: 'Mars/Base' }),
    subject: () => ({ id: tenant.companyId, name: 'Renamed' }),
    details: () => ({
      name: { from: expect.any(String), to: 'Renamed' },
      timeZone: { from: 'UTC', to: 'Asia/Kathmandu' },
      country: { from: null, to: 'NP' },
      currency: { from: null, to: 'NPR' },
      agentsSee: { from: 'all', to: 'own' },
      contactTarget: { from: '60', to: null },
      bodyRetentionDays: { from: '30', to: '0' },
    }),
  },
  'companies.saveLostReasons': {
    act: (by) => {
      const from = [...standardLostReasons];
      return saveLostReasons(base.db, by, { reasons: { from, to: ['Too far'] } });
    },
    refused: (by) =>
      saveLostReasons(base.db, by, { reasons: { from: ['Other'], to: ['Too near'] } }),
    subject: () => ({ id: tenant.companyId, name: expect.any(String) }),
    details: () => ({
      lostReasons: { from: standardLostReasons.join(', '), to: 'Too far' },
    }),
  },
  'messageTemplates.create': {
    act: (by) => createMessageTemplate(base.db, by, templateSettings),
    refused: (by) =>
      createMessageTemplate(base.db, { ...by, companyId: addressId }, templateSettings),
    details: () => ({ usedFor: 'email', subject: 'Your offer', text: 'Hello {{firstName}}' }),
  },
  'messageTemplates.update': {
    ...onTemplate,
    act: (by) =>
      updateMessageTemplate(base.db, by, {
        id: templateId,
        ...{ name: 'First offer', channel: null, subject: null, text: 'Good morning' },
      }),
    details: () => ({
      usedFor: { from: 'email', to: null },
      subject: { from: 'Your offer', to: null },
      text: { from: 'Hello {{firstName}}', to: 'Good morning' },
    }),
  },
  'messageTemplates.delete': {
    ...onTemplate,
    act: (by) => deleteMessageTemplate(base.db, by, { id: templateId }),
  },
  'apiKeys.create': {
    act: (by) =>
      createApiKey(
        base.db,
        by,
        { ...settings, rateLimit: 50, funnelIds: [tenant.funnel.id], stepIds: [tenant.step.id] },
        { keyPepper },
      ),
    details: () => ({
      key: aHint,
      permissions: 'leads:create',
      rateLimit: '50',
      funnels: tenant.funnel.name,
      steps: `${tenant.funnel.name}: ${tenant.step.name}`,
    }),
  },
  'apiKeys.update': {
    act: (by) =>
      updateApiKey(base.db, by, {
        ...settings,
        ...ownKey(),
        permissions: [],
        expiresAt: '2099-01-31T18:00:00.000Z',
        rateLimit: 0,
        stepIds: [tenant.step.id],
      }),
    subject: () => ({ id: tenant.key.id, name: 'Website' }),
    details: () => ({
      name: { from: tenant.key.name, to: 'Website' },
      permissions: { from: 'leads:create', to: null },
      expiresAt: { from: null, to: '2099-01-31T18:00:00.000Z' },
      rateLimit: { from: null, to: '0' },
      steps: { from: null, to: `${tenant.funnel.name}: ${tenant.step.name}` },
    }),
  },
  'apiKeys.rotate': {
    act: (by) => rotateApiKey(base.db, by, { ...ownKey(), overlap: '1h' }, { keyPepper }),
    subject: onKey,
    details: () => ({ key: { from: hint(), to: aHint }, overlap: '1h' }),
  },
  'apiKeys.saveMapping': {
    act: (by) => saveMapping(base.db, by, { ...ownKey(), ...mapping }),
    subject: onKey,
    details: () => ({
      fields: { from: null, to: 'data.tel → phones, city → customFields.city' },
      comesFrom: { from: null, to: 'tiktok, paid_social, paid_social' },
    }),
  },
  'apiKeys.deactivate': {
    act: (by) => deactivateApiKey(base.db, by, ownKey()),
    subject: onKey,
  },
  'apiKeys.activate': {
    act: (by) => activateApiKey(base.db, by, { id: tenant.inactiveKey.id }),
    subject: () => tenant.inactiveKey,
  },
  'apiKeys.delete': {
    act: (by) => deleteApiKey(base.db, by, tenant.inactiveKey),
    subject: () => tenant.inactiveKey,
  },
  'inboundAddresses.create': {
    act: (by) =>
      createInboundAddress(
        base.db,
        by,
        { ...addressSettings(), apiKeyId: tenant.key.id, preset: 'typeform', proof: 'secret' },
        sealing,
      ),
    details: () => ({
      address: anAddress,
      key: tenant.key.name,
      step: `${tenant.funnel.name}: ${tenant.step.name}`,
      preset: 'typeform',
      networks: '192.0.2.0/24',
      signature: 'required',
    }),
  },
  'inboundAddresses.update': {
    ...onAddress,
    act: (by) =>
      updateInboundAddress(base.db, by, { id: addressId, ...addressSettings() }, sealing),
    subject: () => ({ id: addressId, name: 'Website' }),
    details: () => ({
      name: { from: 'Form', to: 'Website' },
      networks: { from: null, to: '192.0.2.0/24' },
    }),
  },
  'inboundAddresses.reveal': {
    ...onAddress,
    act: (by) => revealInboundAddress(base.db, by, { id: addressId }, sealing),
  },
  'inboundAddresses.rotate': {
    ...onAddress,
    act: (by) => rotateInboundAddress(base.db, by, { id: addressId, overlap: '7d' }, sealing),
    details: () => ({ address: { from: 'in_7Qf2…9xKd', to: anAddress }, formerStops: '7d' }),
  },
  'inboundAddresses.pause': {
    ...onAddress,
    act: (by) => pauseInboundAddress(base.db, by, { id: addressId }),
  },
  'inboundAddresses.resume': {
    ...onAddress,
    prepare: async () => {
      await onAddress.prepare();
      await base.sql`
        update inbound_addresses set paused_at = now()
        where company_id = ${tenant.companyId} and id = ${addressId}`;
    },
    act: (by) => resumeInboundAddress(base.db, by, { id: addressId }),
  },
  'inboundAddresses.delete': {
    ...onAddress,
    act: (by) => deleteInboundAddress(base.db, by, { id: addressId, name: 'Form' }),
    details: () => ({ address: 'in_7Qf2…9xKd' }),
  },
  'leads.create': {
    act: (by) => createLead(base.db, by, { stepId: tenant.step.id, name: 'Maria' }),
    details: () => ({ funnel: tenant.funnel.name, step: tenant.step.name }),
  },
  'leads.removeTest': {
    act: (by) => removeTest(base.db, by, tenant.test),
    subject: () => ({ id: tenant.test.id, name: 'Test lead' }),
    details: () => ({ funnel: tenant.funnel.name, step: tenant.step.name }),
  },
  'leads.erase': {
    act: (by) => eraseLead(base.db, by, tenant.lead),
    subject: () => ({ id: tenant.lead.id, name: 'Lead' }),
    details: () => ({ funnel: tenant.funnel.name, step: tenant.step.name }),
  },
  'funnels.create': {
    act: (by) =>
      createFunnel(base.db, by, { name: 'Buyers', steps: [{ name: 'New' }, { name: 'Won' }] }),
    details: () => ({ steps: 'New, Won' }),
  },
  'funnels.rename': {
    act: (by) => renameFunnel(base.db, by, { id: tenant.funnel.id, name: 'Renamed' }),
    subject: () => ({ id: tenant.funnel.id, name: 'Renamed' }),
    details: () => ({ name: { from: tenant.funnel.name, to: 'Renamed' } }),
  },
  'funnels.archive': {
    act: (by) => archiveFunnel(base.db, by, { id: tenant.funnel.id }),
    subject: onFunnel,
  },
  'funnels.restore': {
    prepare: () => base.sql`update funnels set archived_at = now() where id = ${tenant.funnel.id}`,
    act: (by) => restoreFunnel(base.db, by, { id: tenant.funnel.id }),
    subject: onFunnel,
  },
  'steps.create': {
    act: (by) => createStep(base.db, by, { funnelId: tenant.funnel.id, name: 'Later' }),
    details: funnelOfStep,
  },
  'steps.rename': {
    act: (by) => renameStep(base.db, by, { id: tenant.step.id, name: 'Renamed' }),
    subject: () => ({ id: tenant.step.id, name: 'Renamed' }),
    details: () => ({ name: { from: tenant.step.name, to: 'Renamed' }, ...funnelOfStep() }),
  },
  'steps.setOutcome': {
    act: (by) => setStepOutcome(base.db, by, { id: tenant.step.id, outcome: 'won' }),
    subject: onStep,
    details: () => ({ mark: { from: null, to: 'won' }, ...funnelOfStep() }),
  },
  'steps.archive': {
    act: (by) => archiveStep(base.db, by, { id: tenant.otherStep.id }),
    subject: onOtherStep,
    details: funnelOfStep,
  },
  'steps.restore': {
    prepare: () => base.sql`update steps set archived_at = now() where id = ${tenant.step.id}`,
    act: (by) => restoreStep(base.db, by, { id: tenant.step.id }),
    subject: onStep,
    details: funnelOfStep,
  },
};

test('check 45: every change an agent or admin can make is recorded, except orders and copied secrets', () => {
  const unrecorded = ['funnels.reorder', 'steps.reorder', 'apiKeys.markSecretCopied', 'leads.open'];
  // Recorded as the changes of keys that they are: server/services/self-test/.
  const ofKeys = ['selfTest.prepare', 'selfTest.finish'];
  // server/replay/replay.integration.test.ts
  const ofReplays = ['replays.start', 'replays.cancel', 'replays.undo', 'replays.correct'];
  const reading = [
    ...['audit.list', 'steps.traffic', 'apiKeys.sentPaths', 'apiKeys.tryMapping'],
    ...['replays.preview', 'replays.list', 'replays.results', 'comparison.compare'],
  ];
  // server/comparison/comparison.integration.test.ts
  const ofComparisons = ['comparison.add'];
  const inTimelines = [
    'leads.update',
    'leads.move',
    'leads.changeMany',
    'steps.moveLeads',
    'leads.undoChange',
    'leads.undo',
    'leads.assign',
    'leads.edit',
    'leads.addNote',
    'leads.editNote',
    'leads.deleteNote',
    'leads.recordCall',
    'leads.recordMessage',
    'leads.planFollowUp',
    'leads.merge',
    'leads.unmerge',
    'leads.markDistinct',
  ];
  const changing = Object.entries(panelAccess)
    .filter(([path, { role }]) => role !== 'viewer' && !reading.includes(path))
    .filter(([path]) => !inTimelines.includes(path))
    .map(([path]) => path);

  const recorded = [...Object.keys(acts), ...ofKeys, ...ofReplays, ...ofComparisons];
  expect([...recorded, ...unrecorded].sort()).toEqual(changing.sort());
});

describe.each(Object.entries(acts))(
  'check 45: %s',
  (action, { prepare, act, refused = act, subject, details }) => {
    test('is recorded once, with actor, address, subject and details, in this company only', async () => {
      await prepare?.();
      await act(actor);
      const entries = await log();

      expect(entries).toEqual([
        {
          action,
          actor_kind: 'user',
          actor_id: actor.userId,
          actor_name: actor.name,
          address: actor.address,
          subject_id: subject ? subject().id : expect.any(String),
          subject_name: subject ? subject().name : expect.any(String),
          details: details ? details() : null,
        },
      ]);
      expect(await log(foreign.companyId)).toEqual([]);
    });

    test('from the command line it has no address', async () => {
      await prepare?.();
      const operator: SystemActor = { ...commandLine, companyId: tenant.companyId };
      await act(operator);

      expect(await log()).toMatchObject([
        { action, actor_kind: 'system', actor_id: null, actor_name: 'Command line', address: null },
      ]);
    });

    test('is not recorded when it is refused', async () => {
      const elsewhere: SystemActor = { ...commandLine, companyId: foreign.companyId };
      const makesItsOwn = action === 'funnels.create';
      if (makesItsOwn)
        await base.sql`
      insert into funnels (company_id, id, name, position)
      select ${foreign.companyId}, gen_random_uuid(), 'Many', n from generate_series(1, 1000) n`;

      await expect(refused(elsewhere)).rejects.toThrow();
      expect(await log(foreign.companyId)).toEqual([]);
      expect(await log()).toEqual([]);
    });
  },
);

describe('check 45: with an entry that cannot be stored', () => {
  withFullAuditLog(base);

  test.each(Object.entries(acts))('%s changes nothing', async (_, { prepare, act }) => {
    await prepare?.();
    const { companyId } = tenant;
    const unchanged = await fingerprint(base.db, companyId);

    await expect(act(actor)).rejects.toThrow();
    expect(await fingerprint(base.db, companyId)).toEqual(unchanged);
  });
});

describe('check 45: what changes nothing is not recorded', () => {
  test('a second time', async () => {
    const { key, inactiveKey, funnel, step, otherStep } = tenant;
    await deactivateApiKey(base.db, actor, inactiveKey);
    await activateApiKey(base.db, actor, key);
    await saveMapping(base.db, actor, { id: key.id, rules: [], comesFrom: null, version: 0 });
    await restoreFunnel(base.db, actor, funnel);
    await restoreStep(base.db, actor, step);
    await renameFunnel(base.db, actor, funnel);
    await renameStep(base.db, actor, step);
    expect(await log()).toEqual([]);

    for (const archive of [archiveStep, archiveStep]) await archive(base.db, actor, otherStep);
    for (const archive of [archiveFunnel, archiveFunnel]) await archive(base.db, actor, funnel);
    expect((await log()).map(({ action }) => action)).toEqual(['steps.archive', 'funnels.archive']);
  });

  test('the same settings of a key', async () => {
    const limited = { ...settings, ...ownKey(), rateLimit: 50, funnelIds: [tenant.funnel.id] };
    await updateApiKey(base.db, actor, limited);
    await updateApiKey(base.db, actor, limited);

    expect(await log()).toHaveLength(1);
  });
});

test('a new test key is recorded as one', async () => {
  const created = { ...settings, kind: 'rehearsal' as const };
  await createApiKey(base.db, actor, created, { keyPepper });

  expect((await log()).at(-1)).toMatchObject({ details: { kind: 'rehearsal' } });
});

test('check 45: another funnel of the same name is another limit', async () => {
  const twin = await createFunnel(base.db, actor, { name: tenant.funnel.name, steps: [] });
  await updateApiKey(base.db, actor, { ...settings, ...ownKey(), funnelIds: [tenant.funnel.id] });
  await updateApiKey(base.db, actor, { ...settings, ...ownKey(), funnelIds: [twin.id] });

  const { name } = tenant.funnel;
  expect((await log()).at(-1)).toMatchObject({ details: { funnels: { from: name, to: name } } });
});

test('check 45: of two rotations at once one is recorded, and no entry holds a secret', async () => {
  const rotate = () => rotateApiKey(base.db, actor, { ...ownKey(), overlap: 'now' }, { keyPepper });
  const outcomes = await Promise.allSettled([rotate(), rotate()]);
  const [secret] = outcomes.flatMap((each) =>
    each.status === 'fulfilled' ? [each.value.secret] : [],
  );

  const entries = await log();
  expect(entries.map(({ action }) => action)).toEqual(['apiKeys.rotate']);
  expect(JSON.stringify(entries)).not.toContain(secret?.slice(7, -4));
});

/** That no statement of the product changes an entry: db/citus-rules.ts. */
test('check 45: a company with entries cannot be deleted, and every action has a filter', async () => {
  await acts['apiKeys.deactivate']?.act(actor);
  const before = await log();

  const attempt = base.sql`delete from companies where id = ${tenant.companyId}`;
  await expect(attempt).rejects.toMatchObject({ code: '23001' });
  expect(await log()).toEqual(before);
  expect(Object.values(auditActions).flat()).toContain(before[0]?.action);
});
