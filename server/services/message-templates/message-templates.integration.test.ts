import { beforeEach, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { messageTemplatesPerCompany } from '#db/values/limits.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { InvalidError, LimitReachedError, NotFoundError } from '../errors.ts';
import { createMessageTemplate } from './create-message-template.ts';
import { deleteMessageTemplate } from './delete-message-template.ts';
import { listMessageTemplates } from './list-message-templates.ts';
import { updateMessageTemplate } from './update-message-template.ts';

const base = withTestDatabase();

let actor: UserActor;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, foreign } = await createTenants(base.db, 'admin'));
});

const settings = { channel: null, subject: null, text: 'Hello {{firstName}}' };
const create = (name: string, by = actor) =>
  createMessageTemplate(base.db, by, { name, ...settings });
const list = (by = actor) => listMessageTemplates(base.db, by);

test('templates are listed by name in their company, changed and deleted', async () => {
  const { id: offer } = await create('offer');
  const { id: first } = await create('First contact');
  const { id: third } = await create('Reminder');
  const changed = { name: 'Offer', channel: 'email', subject: 'Your offer', text: 'Hi' } as const;
  await updateMessageTemplate(base.db, actor, { id: offer, ...changed });
  await deleteMessageTemplate(base.db, actor, { id: third });

  expect(await list()).toEqual([
    { id: first, name: 'First contact', ...settings },
    { id: offer, ...changed },
  ]);
  const stranger = await foreign.newMember('admin');
  expect(await list(stranger)).toEqual([]);
  const act = { id: first, name: 'Mine', ...settings };
  await expect(updateMessageTemplate(base.db, stranger, act)).rejects.toThrow(NotFoundError);
  await expect(deleteMessageTemplate(base.db, stranger, { id: first })).rejects.toThrow(
    NotFoundError,
  );
});

test('a name is taken once, whatever its case, also when several are saved at once', async () => {
  const { id } = await create('Offer');
  const refused = { constructor: InvalidError, field: 'name' };
  await expect(create('OFFER')).rejects.toMatchObject(refused);
  const other = await create('Reminder');
  const rename = (own: string, name: string) =>
    updateMessageTemplate(base.db, actor, { id: own, name, ...settings });
  await expect(rename(other.id, 'offer')).rejects.toMatchObject(refused);
  await rename(id, 'OFFER');
  await create('Offer', await foreign.newMember('admin'));

  const outcomes = await Promise.allSettled(['a', 'A', 'a', 'A'].map((name) => create(name)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await list()).map(({ name }) => name.toLowerCase())).toEqual(['a', 'offer', 'reminder']);
});

test('a company has at most 100 templates, also when several are saved at once', async () => {
  await base.sql`
    insert into message_templates (company_id, id, name, text)
    select ${actor.companyId}, gen_random_uuid(), 'Template ' || n, 'Hello'
    from generate_series(1, ${messageTemplatesPerCompany - 1}) n`;
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => create(name)));
  const refused = outcomes.filter((each) => each.status === 'rejected');

  expect(refused.map(({ reason }) => reason)).toEqual([
    expect.any(LimitReachedError),
    expect.any(LimitReachedError),
  ]);
  await expect(create('d', await foreign.newMember('admin'))).resolves.toBeDefined();
});
