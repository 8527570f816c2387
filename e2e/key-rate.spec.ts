import { postLead } from './api.ts';
import { beginKey } from './begin-key.ts';
import { expect, test } from './fixtures.ts';

const lead = { name: 'Ada Lovelace' };

test('with a rate of its own, a key is held to it until it is given back', async ({
  page,
  panel,
  api,
}) => {
  const { step } = await panel.createFunnel();
  const { keys, dialog, name } = await beginKey(page, panel);
  await dialog.choice('At most').check();
  await dialog.submit.click();
  await expect(dialog.requestsASecond).toHaveAccessibleDescription(
    /Enter a whole number from 1 to 1,000,000$/,
  );
  await dialog.requestsASecond.fill('5');
  await dialog.submit.click();
  const secret = await dialog.takeSecret();
  await expect(keys.row(name)).toContainText('5 a second');

  const policy = async () => {
    const answer = await postLead(api, { stepId: step.id, secret }, lead);
    return answer.headers()['ratelimit-policy'];
  };
  await expect.poll(policy).toBe('"key";q=10;w=2');
  await keys.act(name, 'Edit');
  await expect(dialog.requestsASecond).toHaveValue('5');
  await dialog.choice('No limit').check();
  await dialog.submit.click();
  await expect(keys.row(name)).not.toContainText('a second');
  await expect.poll(policy).toBeUndefined();
});
