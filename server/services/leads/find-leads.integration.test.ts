import { beforeEach, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { searchWords } from '#db/values/search.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { findByCondition, pageOf, readCursor } from './find-leads.ts';
import { oneOfTerms } from './search-query.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'agent'));
});

/** Leads of each block of the index: more in one of them than are put in order together. */
const stored = new Map([
  [0, 3],
  [2, 2],
  [30, 4],
  [60, 210],
  [61, 1],
  [100, 9],
  [109, 1],
]);

/** @returns their ids in the order of their arrival */
async function putIntoBlocks(): Promise<string[]> {
  const { companyId, step } = tenant;
  const ids: string[] = [];
  for (const [block, amount] of stored) {
    const lead = { companyId, stepId: step.id, source: 'bing', name: 'Ada', phones: [] };
    for (let n = 0; n < amount; n += 1) {
      const words = searchWords(lead, block);
      ids.push((await createLead(base.db, { ...lead, searchWords: words })).id);
    }
  }
  return ids;
}

test.each([
  { order: 'newest', oldestFirst: false },
  { order: 'oldest', oldestFirst: true },
])(
  'leads with a value are found block by block, the $order first, without loss or repeat',
  async ({ oldestFirst }) => {
    const ids = await putIntoBlocks();
    const condition = oneOfTerms('source', ['bing', 'yandex']);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const scan = { where: undefined, oldestFirst, after: readCursor(cursor), limit: 7 };
      const range = { first: 0, last: 110, isComplete: true };
      const page = pageOf(await findByCondition(base.db, actor, condition, range, scan), 7);
      seen.push(...page.ids);
      cursor = page.nextCursor;
    } while (cursor);

    expect(seen).toEqual(oldestFirst ? ids : ids.toReversed());
  },
);
