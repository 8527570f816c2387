import { expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { createTenants } from '#server/testing/tenant.ts';
import { createApiKey } from './create-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { updateApiKey } from './update-api-key.ts';

const base = withTestDatabase();
const settings = {
  name: 'Website',
  permissions: ['leads:create'] as const,
  expiresAt: null,
  funnelIds: [],
  stepIds: [],
};

test('a rate of its own is kept by a rename, follows a rotation, and can be taken back', async () => {
  const { actor } = await createTenants(base.db, 'admin');
  const wanted = { ...settings, rateLimit: 50 };
  const { key } = await createApiKey(base.db, actor, wanted, { keyPepper });
  expect(key.rateLimit).toBe(50);
  const renamed = await updateApiKey(base.db, actor, {
    ...settings,
    id: key.id,
    name: 'Other',
    rateLimit: key.rateLimit,
  });
  expect(renamed.rateLimit).toBe(50);
  const { key: fresh } = await rotateApiKey(
    base.db,
    actor,
    { id: key.id, overlap: '24h' },
    { keyPepper },
  );
  expect(fresh.rateLimit).toBe(50);
  const usual = await updateApiKey(base.db, actor, { ...settings, id: fresh.id, rateLimit: null });
  expect(usual.rateLimit).toBeNull();
});
