import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAcme, expectOneLine, idAnd, unknownId, withCli } from './testing.ts';

const { database, cli, json } = withCli();
const issued = idAnd({ secret: z.string().regex(/^lk_[0-9A-Za-z]{38}$/) });
const turned = idAnd({ status: z.string() });
const world = { stepId: '', foreignStepId: '' };

beforeAll(async () => {
  const { sales, labs } = await createAcme(database);
  world.stepId = sales.id;
  world.foreignStepId = labs.id;
});

describe('keys', () => {
  test('create prints the ID and the secret, and the secret never again', async () => {
    const key = await json(issued, 'keys', 'create', '--company', 'sales', '--name', 'One');
    const { stdout } = await cli(['keys', 'list', '--company', 'sales', '--json']);
    const [listed] = z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(stdout));

    expect(stdout).not.toContain(key.secret);
    expect(listed).toMatchObject({
      id: key.id,
      name: 'One',
      status: 'active',
      permissions: ['leads:create'],
      expiresAt: null,
      steps: [],
    });
  });

  test('create takes expiry, permissions and steps', async () => {
    const key = await json(
      issued,
      ...['keys', 'create', '--company', 'sales', '--name', 'Limited', '--permissions', 'none'],
      ...['--expires-at', '2099-01-31T20:00:00+02:00', '--steps', world.stepId],
    );
    const listed = await json(
      z.array(z.looseObject({ id: z.string() })),
      'keys',
      'list',
      '--company',
      'sales',
    );

    expect(listed.find(({ id }) => id === key.id)).toMatchObject({
      permissions: [],
      expiresAt: '2099-01-31T18:00:00.000Z',
      steps: [{ id: world.stepId, name: 'New', funnelName: 'Buyers' }],
    });
  });

  test('deactivate and activate find the company by the ID alone', async () => {
    const { id } = await json(issued, 'keys', 'create', '--company', 'labs', '--name', 'Switch');

    expect(await json(turned, 'keys', 'deactivate', id)).toEqual({ id, status: 'inactive' });
    expect(await json(turned, 'keys', 'activate', id)).toEqual({ id, status: 'active' });
  });

  const create = ['keys', 'create', '--company', 'sales', '--name', 'Wrong'];

  test('refuses a step of another company as if it did not exist', async () => {
    expectOneLine(await cli([...create, '--steps', world.foreignStepId]), 3, /Step not found/);
  });
});
