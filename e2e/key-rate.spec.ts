import { postLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { KeyDialog } from './pages/key-dialog.ts';
import { unique } from './unique.ts';

const lead = { name: 'Ada Lovelace' };

test('with a rate of its own, a key is held to it until it is given back', async ({
  page,
  company,
  panel,
  api,
}) => {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const { step } = await panel.createFunnel();
  const name = unique('Key');
  panel.willRemove(name);
  await keys.open(company);
  await keys.create.click();
  await dialog.name.fill(name);
  await dialog.choice('At most').check();
  await dialog.submit.click();
  await expect(dialog.requestsASecond).toHaveAccessibleDescription(
    /Enter a whole number from 1 to 1,000,000$/,
  );
  await dialog.requestsASecond.fill('5');
  await dialog.submit.click();
  const secret = await dialog.secret.inputValue();
  await dialog.copyKey.click();
  await dialog.done.click();
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
