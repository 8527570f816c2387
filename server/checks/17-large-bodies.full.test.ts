import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeContract, failed } from '#server/testing/contract.ts';
import { RawClient } from '#server/testing/raw-client.ts';
import { report } from '#server/testing/report.ts';

const megabyte = 2 ** 20;
const gigabyte = 1_024 * megabyte;
const piece = Buffer.alloc(65_536, 0x20);
const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);

/** Bytes of memory that a process holds. */
const memoryOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024;

describeContract('check 17: bodies that never end', (api) => {
  /** Sends a gigabyte, or as much of it as is taken before the connection ends. */
  async function pour(key: string | undefined, way: 'length' | 'chunks') {
    const client = new RawClient(api.port);
    const head = [
      `POST /api/leads/public/${api.tenant.stepId} HTTP/1.1`,
      `Host: ${api.tenant.host}`,
      ...(key ? [`X-API-Key: ${key}`] : []),
      'Content-Type: application/json',
      way === 'length' ? `Content-Length: ${gigabyte}` : 'Transfer-Encoding: chunked',
    ];
    await client.write(`${head.join('\r\n')}\r\n\r\n`);
    let sent = 0;
    while (sent < gigabyte && client.isOpen) {
      await client.write(way === 'length' ? piece : chunk);
      sent += piece.length;
    }
    await Promise.race([client.ended, sleep(10_000)]);
    client.close();
    return { answer: client.answer, sent };
  }

  it.each(['length', 'chunks'] as const)('with a key: 413 without reading on (%s)', async (way) => {
    const before = await api.countLeads();
    const { answer, sent } = await pour(api.tenant.secrets.good, way);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      413,
      failed('Request body must not exceed 64 KiB'),
    ]);
    // What the buffers of both ends hold.
    expect(sent).toBeLessThan(32 * megabyte);
    expect(await api.countLeads()).toBe(before);
  });

  it('20 x 1 GB without a key: 401, and memory grows by less than 50 MB', async () => {
    await pour(undefined, 'length');
    for (let n = 0; n < 200; n += 1) await api.call();
    const before = memoryOf(api.pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(api.pid));
    }, 100);
    const poured = await Promise.all(
      Array.from({ length: 20 }, (_, n) => pour(undefined, n % 2 === 0 ? 'length' : 'chunks')),
    );
    clearInterval(watch);

    for (const { answer, sent } of poured) {
      expect([answer.status, JSON.parse(answer.body)]).toEqual([401, failed('API Key required')]);
      expect(sent).toBeLessThan(32 * megabyte);
    }
    report(
      17,
      `memory behind ${api.isNextAlone ? 'next start' : 'server/main.ts'}, MB more`,
      Math.round((most - before) / megabyte),
    );
    expect(most - before).toBeLessThan(50 * megabyte);
    expect((await api.call()).status).toBe(201);
  });
});
