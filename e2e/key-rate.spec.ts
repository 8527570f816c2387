import { postLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { startKey } from './pages/api-keys-page.ts';

const lead = { name: 'Ada Lovelace' };

test('applies the custom rate of a key until it is removed', async ({ page, panel, api }) => {
  const { step } = await panel.createFunnel();
  const { keys, dialog, name } = await startKey(page, panel);
  await dialog.moreSettings.click();
  await dialog.radio(/^Custom$/).check();
  await dialog.submit.click();
  await expect(dialog.requestsPerSecond).toHaveAccessibleDescription(
    /Enter a whole number from 1 to 1,000,000$/,
  );
  await dialog.requestsPerSecond.fill('5');
  await dialog.submit.click();
  const secret = await dialog.copySecret();
  await expect(keys.row(name)).toContainText('5 per second');

  const policy = async () => {
    const answer = await postLead(api, { stepId: step.id, secret }, lead);
    return answer.headers()['ratelimit-policy'];
  };
  await expect.poll(policy).toBe('"key";q=10;w=2');
  await keys.act(name, 'Edit');
  await dialog.moreSettings.click();
  await expect(dialog.requestsPerSecond).toHaveValue('5');
  await dialog.radio('No limit').check();
  await dialog.submit.click();
  await expect(keys.row(name)).not.toContainText('per second');
  await expect.poll(policy).toBeUndefined();
});
