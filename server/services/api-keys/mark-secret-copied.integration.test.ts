import { expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { createTenants } from '#server/testing/tenant.ts';
import { NotFoundError } from '../errors.ts';
import { createApiKey } from './create-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { markSecretCopied } from './mark-secret-copied.ts';

const base = withTestDatabase();
const settings = {
  name: 'Website',
  permissions: ['leads:create'] as const,
  expiresAt: null,
  funnelIds: [],
  stepIds: [],
};

it('stores the first copy of a secret, and counts a printed secret as copied', async () => {
  const { actor, tenant, foreign } = await createTenants(base.db, 'admin');
  const { key } = await createApiKey(base.db, actor, settings, { keyPepper });
  expect(key.secretCopiedAt).toBeNull();
  await markSecretCopied(base.db, actor, { id: key.id });
  const { secretCopiedAt } = await getApiKey(base.db, actor, { id: key.id });
  expect(secretCopiedAt).toBeInstanceOf(Date);
  await markSecretCopied(base.db, actor, { id: key.id });
  expect((await getApiKey(base.db, actor, { id: key.id })).secretCopiedAt).toEqual(secretCopiedAt);
  await expect(markSecretCopied(base.db, foreign.system, { id: key.id })).rejects.toBeInstanceOf(
    NotFoundError,
  );

  const printed = await createApiKey(base.db, tenant.system, settings, { keyPepper });
  expect(printed.key.secretCopiedAt).toBeInstanceOf(Date);
});
