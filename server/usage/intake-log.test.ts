import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptedPerGroup } from '#db/values/intake-log.ts';
import {
  acceptedFlushMs,
  intakeLogFlushMs,
  maxCausesPerKey,
  maxLogChunkBytes,
  maxLogChunkRows,
  maxRefusedBodyBytes,
  maxWaitingBodyBytes,
  maxWaitingEntries,
} from '../limits.ts';
import { createLogger } from '../log.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { IntakeLog } from './intake-log.ts';
import type { LogBatch } from './log-buffer.ts';
import type { RequestEnd } from './request-end.ts';

const actor: ApiKeyActor = {
  kind: 'apiKey',
  apiKeyId: 'key',
  name: 'Website',
  companyId: 'company',
  applicationId: 'application',
  timeZone: 'UTC',
  country: null,
  isTestKey: false,
  permissions: ['leads:create'],
  funnelIds: [],
  stepIds: [],
  rateLimit: null,
  mapping: [],
  comesFrom: null,
  keepsBodies: true,
  replayedUntil: null,
};

let batches: LogBatch[];
let trimmed: string[];
let failure: Error | undefined;
let log: IntakeLog;
beforeEach(() => {
  vi.useFakeTimers();
  [batches, trimmed, failure] = [[], [], undefined];
  log = new IntakeLog(createLogger('silent'), {
    write: async (batch) => {
      if (failure) throw failure;
      batches.push({ ...batch });
    },
    trim: async ({ outcome }) => void trimmed.push(outcome),
  });
});
afterEach(async () => {
  failure = undefined;
  await log.close();
  vi.useRealTimers();
});

const refused = (given: Partial<RequestEnd> = {}) =>
  log.record({ requestId: 'r', status: 400, actor, message: 'no', cause: 'no', ...given });
const created = (n: number, given: Partial<RequestEnd> = {}) =>
  log.record({ requestId: 'r', status: 201, actor, leadId: `lead ${n}`, ...given });
const all = <Part extends keyof LogBatch>(part: Part) =>
  batches.flatMap<LogBatch[Part][number]>((batch) => batch[part]);
const counts = () =>
  all('groups').map(({ cause, requests, droppedEntries, droppedBodies }) => [
    cause,
    requests,
    droppedEntries,
    droppedBodies,
  ]);
const transient = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

describe('writes', () => {
  it('refused requests and bodies soon, accepted requests and counts once a second', async () => {
    await log.flush();
    await vi.advanceTimersByTimeAsync(acceptedFlushMs + intakeLogFlushMs);
    refused();
    await vi.advanceTimersByTimeAsync(intakeLogFlushMs);
    batches = [];
    refused();
    created(1, { body: Buffer.from('x') });
    await vi.advanceTimersByTimeAsync(intakeLogFlushMs);
    expect(all('entries').map(({ status }) => status)).toEqual([400]);
    expect(all('bodies').map(({ id }) => id)).toEqual(['lead 1']);
    expect(counts()).toEqual([]);

    await vi.advanceTimersByTimeAsync(acceptedFlushMs);
    expect(all('entries').map(({ status }) => status)).toEqual([400, 201]);
    expect(counts()).toEqual([
      ['no', 1, 0, 0],
      ['', 1, 0, 0],
    ]);
    batches = [];
    await vi.advanceTimersByTimeAsync(10 * acceptedFlushMs);
    expect(batches).toEqual([]);
  });

  it('in transactions of bounded size', async () => {
    const body = Buffer.alloc(maxLogChunkBytes / 4);
    for (let n = 0; n < 2 * maxLogChunkRows; n += 1) refused(n < 9 ? { body } : {});
    await log.flush();
    expect(all('entries')).toHaveLength(2 * maxLogChunkRows);
    for (const { entries, bodies } of batches) {
      expect(entries.length).toBeLessThanOrEqual(maxLogChunkRows);
      expect(bodies.length * body.length).toBeLessThanOrEqual(maxLogChunkBytes);
    }
  });

  it('of accepted requests the newest of each group, and trims when there were enough', async () => {
    for (let n = 0; n < 5 * acceptedPerGroup; n += 1) created(n);
    created(0, { stepId: 'other' });
    await log.flush();
    const written = all('entries').filter(({ stepId }) => stepId === null);
    expect(written).toHaveLength(acceptedPerGroup);
    expect(written.at(-1)?.id).toBe(`lead ${5 * acceptedPerGroup - 1}`);
    expect(all('groups').map(({ requests }) => requests)).toEqual([5 * acceptedPerGroup, 1]);
    expect(trimmed).toEqual(['created']);
  });

  it('requests without a valid key by step and reason', async () => {
    const end = { requestId: 'r', status: 401 };
    log.record({ ...end, stepId: 'step', keyless: 'missing' });
    log.record({ ...end, stepId: 'step', keyless: 'missing' });
    log.record({ ...end, keyless: 'missing' });
    log.record({ ...end, status: 404, stepId: 'step' });
    await log.flush();
    expect(all('keyless')).toEqual([{ stepId: 'step', reason: 'missing', requests: 2 }]);
  });
});

describe('drops and counts', () => {
  it('refused requests beyond what may wait, with their bodies', async () => {
    const body = Buffer.from('x');
    for (let n = 0; n < maxWaitingEntries + 3; n += 1) refused({ body });
    created(1, { body });
    await log.flush();
    expect(all('entries')).toHaveLength(maxWaitingEntries + 1);
    expect(counts()).toEqual([
      ['no', maxWaitingEntries + 3, 3, 3],
      ['', 1, 0, 0],
    ]);
  });

  it('bodies beyond what may wait, those of refused requests first', async () => {
    const body = Buffer.alloc(65_536);
    const fitting = maxRefusedBodyBytes / body.length;
    for (let n = 0; n < fitting + 2; n += 1) refused({ body });
    const others = (maxWaitingBodyBytes - maxRefusedBodyBytes) / body.length;
    for (let n = 0; n < others + 1; n += 1) created(n, { body });
    await log.flush();
    expect(counts()).toEqual([
      ['no', fitting + 2, 0, 2],
      ['', others + 1, 0, 1],
    ]);
    expect(all('entries').filter((row) => row.body === 'dropped')).toHaveLength(3);

    batches = [];
    refused({ body });
    await log.flush();
    expect(all('bodies')).toHaveLength(1);
  });

  it('what the database refuses; what comes later is written', async () => {
    failure = new Error('refused');
    refused({ body: Buffer.from('x') });
    await log.flush();
    failure = undefined;
    refused();
    await log.flush();
    expect(all('entries')).toHaveLength(1);
    expect(counts()).toEqual([['no', 2, 1, 1]]);
  });
});

it('keeps what could not be written for the next time, the counts as well', async () => {
  failure = transient;
  const body = Buffer.from('x');
  refused({ body });
  created(1, { body });
  log.record({ requestId: 'r', status: 401, stepId: 'step', keyless: 'unknown' });
  await log.flush();
  refused();
  created(2);
  log.record({ requestId: 'r', status: 401, stepId: 'step', keyless: 'unknown' });
  await log.flush();
  failure = undefined;
  await log.flush();

  expect(all('entries').map(({ id, status }) => (status === 201 ? id : status))).toEqual([
    400,
    400,
    'lead 1',
    'lead 2',
  ]);
  expect(all('bodies')).toHaveLength(2);
  expect(counts()).toEqual(
    expect.arrayContaining([
      ['no', 2, 0, 0],
      ['', 2, 0, 0],
    ]),
  );
  expect(all('keyless')).toEqual([{ stepId: 'step', reason: 'unknown', requests: 2 }]);
});

it('counts causes of a key beyond a hundred a day together', async () => {
  const other = { ...actor, apiKeyId: 'other' };
  for (let n = 0; n < maxCausesPerKey + 5; n += 1) refused({ cause: `cause ${n}` });
  refused({ cause: 'cause 0' });
  refused({ cause: 'cause 104', actor: other });
  await log.flush();
  const groups = all('groups');
  expect(groups).toHaveLength(maxCausesPerKey + 2);
  expect(groups.find(({ cause }) => cause === '')?.requests).toBe(5);
  expect(groups.find(({ cause }) => cause === 'cause 0')?.requests).toBe(2);
});

it('keeps the beginning of a long text', async () => {
  refused({ message: 'x'.repeat(100_000) });
  await log.flush();
  expect(all('entries')[0]?.message).toMatch(/^x{500}…$/);
});

it('counts causes of held submissions with those of refused requests', async () => {
  for (let n = 0; n < maxCausesPerKey; n += 1) refused({ cause: `cause ${n}` });
  const held = { requestId: 'r', status: 200, isHeld: true, message: 'held' };
  await log.hold(actor, { ...held, cause: 'one more' });
  await log.hold(actor, { ...held, cause: 'cause 0' });
  expect(all('groups').map(({ outcome, cause }) => [outcome, cause])).toEqual([
    ['held', ''],
    ['held', 'cause 0'],
  ]);
});
