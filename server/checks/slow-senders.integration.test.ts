import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { failed } from '#server/testing/contract.ts';
import { longest, tell } from '#server/testing/figures.ts';
import { p99Of } from '#server/testing/percentile.ts';
import { parseAnswer } from '#server/testing/send-raw.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();
const socketsOfEach = 250;
/** Seconds, and what a look once a second and a busy machine add to them. */
const limits = { headers: 10, body: 20 };
const slack = 6;

/** Sends a start, then one byte a second until the connection ends. */
function trickle(port: number, start: string) {
  const began = performance.now();
  return new Promise<{ said: string; seconds: number }>((resolve) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    let said = '';
    socket.setEncoding('latin1').on('data', (text) => {
      said += text;
    });
    socket.write(start);
    const timer = setInterval(() => socket.write('a'), 1_000);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ said, seconds: (performance.now() - began) / 1_000 });
    });
  });
}

it('check 23: a byte a second on 500 sockets is cut in time, and the others go on', {
  timeout: 90_000,
}, async () => {
  const { port } = intake.server;
  const { fixture, load } = await intake.newCompany();
  const heads = {
    headers: `POST /api/leads/public/${fixture.stepId} HTTP/1.1\r\nHost: ${fixture.host}\r\nX-Slow: `,
    body: [
      `POST /api/leads/public/${fixture.stepId} HTTP/1.1`,
      `Host: ${fixture.host}`,
      `X-API-Key: ${fixture.secret}`,
      'Content-Type: application/json',
      'Content-Length: 1000\r\n\r\n{',
    ].join('\r\n'),
  };
  await load.createPatiently(port);
  const alone = load.stream(port, 50);
  await sleep(5_000);
  await alone.stop();
  const before = p99Of(load.ledger);

  const from = load.ledger.length;
  const slow = Object.entries(heads).map(([kind, head]) =>
    Promise.all(Array.from({ length: socketsOfEach }, () => trickle(port, head))).then((ended) => ({
      kind,
      ended,
    })),
  );
  const beside = load.stream(port, 50);
  const [ofHeaders, ofBodies] = await Promise.all(slow);
  await beside.stop();
  const during = load.ledger.slice(from);

  for (const { said, seconds } of ofHeaders?.ended ?? []) {
    expect(seconds).toBeGreaterThan(limits.headers - 1);
    expect(seconds).toBeLessThan(limits.headers + slack);
    expect(JSON.parse(parseAnswer(said).body)).toEqual(failed('Request took too long'));
  }
  for (const { said, seconds } of ofBodies?.ended ?? []) {
    expect(seconds).toBeGreaterThan(limits.body - 1);
    expect(seconds).toBeLessThan(limits.body + slack);
    expect(JSON.parse(parseAnswer(said).body)).toEqual(failed('Request body took too long'));
  }
  const created = during.filter(({ answer }) => answer?.status === 201);
  expect(created.length).toBeGreaterThan(during.length * 0.95);
  // Twice is aimed at; the rest is for a machine that has other work.
  expect(p99Of(during)).toBeLessThan(Math.max(10 * before, 2_000));
  tell(23, 'p99 of others, alone and beside', `${longest([before])}, ${longest([p99Of(during)])}`);
});
