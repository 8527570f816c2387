import { expect, test } from './fixtures.ts';
import { StepPage } from './pages/step-page.ts';

test('shows a lead on the page of its step as soon as it is sent', async ({
  page,
  panel,
  send,
}) => {
  const funnel = await panel.createFunnel();
  const step = new StepPage(page);
  await step.open(panel.company, funnel.id, funnel.step.id);

  const [lead] = await send(funnel.step.id, { name: 'Ada Lovelace' });

  await expect(step.lead(lead?.id ?? '')).toContainText('Ada Lovelace');
});
