import { type SignedIn, signIn } from '#e2e/sign-in.ts';
import { phase } from '#server/process/progress.mjs';
import { createInstallation } from './installation.ts';
import { pause } from './processes.ts';
import { measureInTurns, type Run } from './rounds.ts';
import { httpTarget, type LeadServer, type Target } from './targets.ts';

const rareSource = 'quill fair';
const common = { sources: ['google'] };
const rare = { sources: [rareSource] };

/** Queries of the panel. A board needs the funnel as well. */
const queries = [
  ['list', 'leads.listAll', {}],
  ['list by a common source', 'leads.listAll', { filter: common }],
  ['list by a source of five leads', 'leads.listAll', { filter: rare }],
  ['board', 'leads.board', {}],
  ['board by a source of five leads', 'leads.board', { filter: rare }],
] as const;
type Query = (typeof queries)[number];

interface Product extends LeadServer {
  session: SignedIn;
}

/** The product with leads of the past year. Five of the oldest have a source that no other has. */
async function startStored({ stack, server }: Run, leads: number): Promise<Product> {
  const name = `${leads.toLocaleString('en-US')} leads`;
  return phase(`Storing ${name}`, async () => {
    const installation = await createInstallation(stack, server, `stored_${leads}`);
    const { cli, sql, companyId, admin } = installation;
    // It makes the words of the leads while they are stored.
    const { url } = stack.use(await installation.start());
    await cli('demo', 'grow', '--leads', String(leads), '--company', 'bench');
    await sql`
      update leads set source = ${rareSource}, search_words = null
      where company_id = ${companyId} and id in (
        select id from leads where company_id = ${companyId} order by id limit 5)`;
    const unindexed = () => sql`select from leads where search_words is null limit 1`;
    while ((await unindexed()).length > 0) await pause(500);
    await installation.analyze();
    return { name, installation, url, session: await signIn(url, admin) };
  });
}

function queryTarget(product: Product, [label, procedure, query]: Query): Target {
  const { url, session, installation } = product;
  const place =
    procedure === 'leads.board' ? { funnelId: installation.funnelId } : { view: 'leads' };
  const input = new URLSearchParams({ input: JSON.stringify({ ...place, ...query }) });
  const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return httpTarget(`${label}, ${product.name}`, {
    url: `${url}/api/trpc/${procedure}?${input}`,
    method: 'GET',
    headers: { cookie, 'x-leadgate-company': 'bench' },
    status: 200,
  });
}

/** Whether the panel slows down with the number of stored leads. */
export async function measurePanel(run: Run, leads: number): Promise<void> {
  const few = await startStored(run, 10_000);
  const many = await startStored(run, leads);
  for (const query of queries) {
    const [below, above] = [queryTarget(few, query), queryTarget(many, query)];
    const compare = await measureInTurns(run, [below, above], run.latency, ['p95']);
    compare('p95', above, below, { atMost: 1.5 });
  }
}
