import { describe, expect, it } from 'vitest';
import {
  isSendable,
  isWaiting,
  readAnswer,
  startRun,
  withAnswer,
  withList,
} from './use-test-lead.ts';

const sent = { status: 201, ms: 84, requestId: 'panel-test-1' };
const accepted = readAnswer(sent, { success: true, data: { id: 'a' } });
const started = startRun({ stepId: 's', funnelId: 'f' }, 1_000);

describe('a test lead', () => {
  it('arrives when the list first contains it, after its answer', () => {
    const answered = withAnswer(started, accepted);
    const earlier = withList(answered, ['z'], 1_100);
    expect([earlier.arrivedMs, isWaiting(earlier)]).toEqual([undefined, true]);

    const there = withList(withList(earlier, ['a', 'z'], 1_312.4), ['a', 'z'], 9_000);
    expect([there.arrivedMs, isWaiting(there)]).toEqual([312, false]);
  });

  it('arrives at the time of the list that contained it before its answer', () => {
    const listed = withList(started, ['a'], 1_050);
    expect([listed.arrivedMs, isWaiting(listed)]).toEqual([undefined, true]);
    expect(withAnswer(listed, accepted).arrivedMs).toBe(50);
  });

  it('is not waited for when it was refused', () => {
    expect(isWaiting(withAnswer(started, readAnswer({ ...sent, status: 401 }, {})))).toBe(false);
  });
});

describe('an answer', () => {
  it('is refused with its text and the section that says what to do', () => {
    const problem = { type: '/docs/errors#key-invalid', detail: 'Invalid or inactive API Key' };
    expect(readAnswer({ ...sent, status: 401 }, problem)).toEqual({
      kind: 'refused',
      ...sent,
      status: 401,
      detail: 'Invalid or inactive API Key',
      help: '/docs/errors#key-invalid',
    });
  });

  it.each([
    [502, undefined],
    [200, '<html>'],
    [201, { data: {} }],
    [500, { type: 'about:blank' }],
  ])('of a proxy is no answer of the API (%d, %j)', (status, json) => {
    expect(readAnswer({ ...sent, status }, json)).toMatchObject({
      kind: 'refused',
      status,
      detail: 'This answer does not come from the API, but from a proxy.',
      help: undefined,
    });
  });
});

it.each([
  ['lk_7Qf2', true],
  ['lk_ключ', false],
  ['lk_7Qf2 9xKd', false],
  ['', false],
])('%j can be sent as a header: %s', (secret, expected) => {
  expect(isSendable(secret)).toBe(expected);
});
