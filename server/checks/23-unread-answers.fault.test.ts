import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { percentile } from '#server/testing/load.ts';
import { report } from '#server/testing/report.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();
const connections = 150;
const seconds = 12;
/** Mebibytes that the process may grow by. It stays at about 190; without a bound it goes on to 700. */
const maxGrowth = 300;

/** Mebibytes of memory that the process has. */
function memory(): number {
  const status = readFileSync(`/proc/${intake.server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/** Sends the request again and again and reads no answer. */
function sendUnread(request: string, onEnd: () => void): Socket {
  const many = Buffer.from(request.repeat(2_000));
  const socket = connect(intake.server.port, '127.0.0.1').pause();
  const send = () => {
    while (socket.write(many));
  };
  socket.on('error', () => {}).on('drain', send);
  socket.once('close', onEnd);
  send();
  return socket;
}

it('check 23: 150 senders without a key that pipeline and read nothing cost little memory, and others are served', async () => {
  const { port } = intake.server;
  const { tenant, load } = await intake.newTenant();
  await load.createPatiently(port);
  for (let n = 0; n < 20; n += 1) await load.burst(port, 100);
  const before = memory();

  let isOver = false;
  const sockets: Socket[] = [];
  const attack = () => {
    if (isOver) return;
    const request = `GET /api/me HTTP/1.1\r\nHost: ${tenant.host}\r\n\r\n`;
    sockets.push(sendUnread(request, () => setTimeout(attack, 20)));
  };
  for (let n = 0; n < connections; n += 1) attack();

  let most = 0;
  const others: (number | undefined)[] = [];
  const waits: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const { answer, took } = await load.create(port);
    others.push(answer?.status);
    waits.push(took ?? Number.NaN);
    most = Math.max(most, memory());
    await sleep(20);
  }
  await load.createPatiently(port);
  isOver = true;
  for (const socket of sockets) socket.destroy();

  const growth = Math.round(most - before);
  const p99 = percentile(waits, 0.99);
  const served = others.filter((status) => status === 201).length;
  report(
    23,
    `${connections} that pipeline and read nothing: memory, p99 of others, served`,
    `+${growth} MiB, ${p99.toFixed(0)} ms, ${served} of ${others.length} served`,
  );
  expect(growth).toBeLessThan(maxGrowth);
  // The attack takes as much of the processor as the server: how many are served depends on the machine.
  expect(others.filter((status) => status !== 201 && status !== 503)).toEqual([]);
});
