import type { Database } from '#db/client.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import type { IntakeFixture } from './intake-fixture.ts';
import { type Answer, send } from './send.ts';
import { testSecrets } from './serve.ts';
import { sessionHeaders } from './session-headers.ts';

/** A member of a company, who asks a served process for the company's funnels. */
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

  return {
    /** Milliseconds that it took are with the answer. */
    async listFunnels(port: number): Promise<Answer & { took: number }> {
      const began = performance.now();
      const answer = await send(port, {
        method: 'GET',
        path: `/api/trpc/funnels.list?input=${input}`,
        headers: Object.fromEntries(headers),
      });
      return { ...answer, took: performance.now() - began };
    },
  };
}
