import type { Database } from '#db/client.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import type { IntakeFixture } from './intake-fixture.ts';
import { type Answer, type Call, send } from './send.ts';
import { sessionHeaders } from './session-headers.ts';
import { testSecrets } from './start-leadgate.ts';

/** A member of a company, at work in the panel of a served process. */
export async function panelClient(db: Database, { host, companyId }: IntakeFixture) {
  const company = await db.query.companies.findFirst({
    where: (companies, { eq }) => eq(companies.id, companyId),
  });
  if (!company) throw new Error('The company is not there');
  const { applicationId, slug } = company;
  const { id: userId } = await createUser(db, { applicationId, passwordHash: 'none' });
  await createMember(db, { applicationId, companyId, userId });
  const headers = await sessionHeaders(
    host,
    slug,
    { userId, applicationId },
    testSecrets.AUTH_SECRET,
  );
  const input = encodeURIComponent(JSON.stringify({ archived: false }));
  const ask = async (port: number, call: Call): Promise<Answer & { took: number }> => {
    const began = performance.now();
    const { headers: more, ...rest } = call;
    const answer = await send(port, {
      ...rest,
      headers: { ...Object.fromEntries(headers), ...more },
    });
    return { ...answer, took: performance.now() - began };
  };

  return {
    /** Milliseconds that it took are with the answer. */
    listFunnels: (port: number) =>
      ask(port, { method: 'GET', path: `/api/trpc/funnels.list?input=${input}` }),
    createFunnel: (port: number, name: string) =>
      ask(port, {
        path: '/api/trpc/funnels.create',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, steps: [] }),
      }),
  };
}
