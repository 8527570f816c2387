import { expect, it } from 'vitest';
import { describeContract } from '#server/testing/contract.ts';

const created = 201;
/** The key belongs to the other application's host. */
const otherTenant = 403;
const notFound = 404;
/** Next mends the path of an absolute form, and looks no further. */
const redirected = 308;

interface Trick {
  what: string;
  /** Of the request line, in front of the path. */
  origin?: string;
  headers: string[];
  status: number;
  /** Behind `next start`, where Node has already chosen the first host. */
  behindNext?: number;
}

/** `a` is the host of the key's application, `b` of the other one. */
const tricks = (a: string, b: string): Trick[] => [
  { what: 'its own', headers: [`Host: ${a}`], status: created },
  { what: 'unknown', headers: ['Host: unknown.test'], status: notFound },
  { what: 'another one', headers: [`Host: ${b}`], status: otherTenant },
  { what: 'in capitals', headers: [`Host: ${a.toUpperCase()}`], status: created },
  { what: 'another one in capitals', headers: [`Host: ${b.toUpperCase()}`], status: otherTenant },
  { what: 'with a port', headers: [`Host: ${a}:8443`], status: created },
  { what: 'another one with a port', headers: [`Host: ${b}:443`], status: otherTenant },
  { what: 'with a trailing dot', headers: [`Host: ${a}.`], status: created },
  { what: 'with a trailing dot and a port', headers: [`Host: ${b}.:80`], status: otherTenant },
  { what: 'twice the same', headers: [`Host: ${a}`, `Host: ${a}`], status: created },
  {
    what: 'twice, the other one second',
    headers: [`Host: ${a}`, `Host: ${b}`],
    status: notFound,
    behindNext: created,
  },
  {
    what: 'twice, the other one first',
    headers: [`Host: ${b}`, `Host: ${a}`],
    status: notFound,
    behindNext: otherTenant,
  },
  { what: 'empty', headers: ['Host:'], status: notFound },
  {
    what: 'absolute form',
    origin: `http://${a}`,
    headers: [`Host: ${a}`],
    status: created,
    behindNext: redirected,
  },
  {
    what: 'absolute form that names another one',
    origin: `http://${b}`,
    headers: [`Host: ${a}`],
    status: notFound,
    behindNext: redirected,
  },
  {
    what: 'absolute form against the header',
    origin: `http://${a}`,
    headers: [`Host: ${b}`],
    status: notFound,
    behindNext: redirected,
  },
  {
    what: 'absolute form with a user',
    origin: `http://${a}@${b}`,
    headers: [`Host: ${b}`],
    status: notFound,
    behindNext: redirected,
  },
  ...[`${a},${b}`, `${a}@${b}`, `${b}#${a}`, `${a}/`, `${a}:80:${b}`, `${a} ${b}`, `[${a}]`].map(
    (host) => ({ what: 'no host at all', headers: [`Host: ${host}`], status: notFound }),
  ),
  ...[
    'X-Forwarded-Host',
    'X-Original-Host',
    'X-Host',
    'X-Forwarded-Server',
    'X-HTTP-Host-Override',
    'X-Original-URL',
  ].flatMap((name) => [
    { what: 'pointed elsewhere', headers: [`Host: ${a}`, `${name}: ${b}`], status: created },
    { what: 'pointed at us', headers: [`Host: ${b}`, `${name}: ${a}`], status: otherTenant },
    {
      what: 'pointed from nowhere',
      headers: ['Host: unknown.test', `${name}: ${a}`],
      status: notFound,
    },
  ]),
  { what: 'forwarded', headers: [`Host: ${b}`, `Forwarded: host=${a}`], status: otherTenant },
];

describeContract('check 11: a host', (api) => {
  const titles = tricks('a', 'b').map(({ what, origin, headers }, index) => ({
    title: [what, origin, ...headers].filter(Boolean).join(', '),
    index,
  }));

  it.each(titles)('$title', async ({ index }) => {
    const { host, otherHost } = api.tenant;
    const trick = tricks(host, otherHost)[index];
    if (!trick) throw new Error('The tricks are the same for all hosts');
    const before = await api.countLeads();
    const { origin, headers } = trick;
    const { status } = await api.raw(headers, { host: '', ...(origin && { origin }) });
    const expected = api.isNextAlone ? (trick.behindNext ?? trick.status) : trick.status;
    expect(status).toBe(expected);
    expect((await api.countLeads()) - before).toBe(status === created ? 1 : 0);
  });
});
