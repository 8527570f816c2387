import { beforeEach, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { savedViewsPerUser } from '#db/values/limits.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { ForbiddenError, LimitReachedError, NotFoundError } from '../errors.ts';
import { createSavedView } from './create-saved-view.ts';
import { deleteSavedView } from './delete-saved-view.ts';
import { listSavedViews } from './list-saved-views.ts';
import { updateSavedView } from './update-saved-view.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'agent'));
});

const save = (isShared = false, by = actor) =>
  createSavedView(base.db, by, { name: 'Lost', query: 'status=lost', isShared });
const names = async (by: UserActor) => (await listSavedViews(base.db, by)).map(({ name }) => name);

test('a view is seen by its owner, a shared one by the company', async () => {
  const colleague = await tenant.newMember('viewer');
  const stranger = await foreign.newMember('admin');
  const { id } = await save();

  expect(await names(actor)).toEqual(['Lost']);
  expect(await names(colleague)).toEqual([]);
  await updateSavedView(base.db, actor, { id, isShared: true });
  expect(await listSavedViews(base.db, colleague)).toEqual([
    {
      id,
      name: 'Lost',
      query: 'status=lost',
      isShared: true,
      userName: actor.name,
      isOwn: false,
      mayChange: false,
    },
  ]);
  expect(await names(stranger)).toEqual([]);
});

test('only the owner changes a view, and an admin a shared one', async () => {
  const [agent, admin, stranger] = [
    await tenant.newMember('agent'),
    await tenant.newMember('admin'),
    await foreign.newMember('admin'),
  ];
  const { id: own } = await save();
  const { id: shared } = await save(true);
  const rename = (by: UserActor, id: string) =>
    updateSavedView(base.db, by, { id, name: `By ${by.role}` });

  await expect(rename(agent, own)).rejects.toThrow(NotFoundError);
  await expect(rename(admin, own)).rejects.toThrow(NotFoundError);
  await expect(rename(agent, shared)).rejects.toThrow(ForbiddenError);
  await expect(rename(stranger, shared)).rejects.toThrow(NotFoundError);
  await expect(deleteSavedView(base.db, agent, { id: shared })).rejects.toThrow(ForbiddenError);
  await expect(deleteSavedView(base.db, stranger, { id: shared })).rejects.toThrow(NotFoundError);
  await rename(admin, shared);
  expect(await names(actor)).toEqual(['By admin', 'Lost']);
  await deleteSavedView(base.db, actor, { id: own });
  await deleteSavedView(base.db, admin, { id: shared });
  expect(await names(actor)).toEqual([]);
});

test('a viewer has own views, and shares none', async () => {
  const viewer = await tenant.newMember('viewer');
  const [{ id }, { id: shared }] = [await save(false, viewer), await save(true)];
  await base.sql`update saved_views set user_id = ${viewer.userId} where id = ${shared}`;

  await expect(save(true, viewer)).rejects.toThrow(ForbiddenError);
  for (const changes of [
    { id, isShared: true },
    { id: shared, name: 'All leads' },
    { id: shared, query: '' },
  ]) {
    await expect(updateSavedView(base.db, viewer, changes)).rejects.toThrow(ForbiddenError);
  }
  expect(await names(actor)).toEqual(['Lost']);
  await updateSavedView(base.db, viewer, { id: shared, isShared: false });
  await updateSavedView(base.db, viewer, { id, name: 'Won' });
  expect(await names(viewer)).toEqual(['Lost', 'Won']);
  expect(await names(actor)).toEqual([]);
});

test('a user has at most 50 views, also when several are saved at once', async () => {
  await base.sql`
    insert into saved_views (company_id, id, name, user_id, query)
    select ${actor.companyId}, gen_random_uuid(), 'View', ${actor.userId}, ''
    from generate_series(1, ${savedViewsPerUser - 1})`;
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => save()));
  const refused = outcomes.filter((each) => each.status === 'rejected');

  expect(refused.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 5 }, () => expect.any(LimitReachedError)),
  );
  expect(await names(await tenant.newMember('admin'))).toEqual([]);
});
