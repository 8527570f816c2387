import type { Locator, Page } from '@playwright/test';
import type { Panel } from '../panel.ts';
import { open, PageObject } from './open.ts';

const parts = [
  'Step',
  'Key',
  'Code',
  'Paste what your tool sends',
  'Send test lead',
  'Listening',
] as const;

/** The last tick of a test lead. */
export const arrived = /^On the step's page.* after [\d,]+ ms$/;

export class IntegratePage extends PageObject {
  /** Opens the screen for the first step of a new funnel. */
  static async openForStep(page: Page, panel: Panel) {
    const screen = new IntegratePage(page);
    const funnel = await panel.createFunnel();
    await screen.open(panel.company, `?step=${funnel.step.id}`);

    return { screen, funnel };
  }

  section(title: (typeof parts)[number]): Locator {
    const name = `${parts.indexOf(title) + 1}. ${title}`;
    return this.page.getByRole('region', { name, exact: true });
  }

  get createWebsite(): Locator {
    return this.section('Step').getByRole('button', { name: 'Create funnel Website' });
  }
  select(name: 'Funnel' | 'Step'): Locator {
    return this.section('Step').getByLabel(name, { exact: true });
  }
  copyStepId(id: string): Locator {
    return this.page.getByTestId(`copy-step-id-${id}`);
  }

  get keyName(): Locator {
    return this.section('Key').getByLabel('Name', { exact: true });
  }
  get createKey(): Locator {
    return this.section('Key').getByRole('button', { name: 'Create key' });
  }
  get secret(): Locator {
    return this.page.getByTestId('api-key-secret');
  }
  get copyKey(): Locator {
    return this.section('Key').getByRole('button', { name: /^(Copy key|Copied)$/ });
  }
  get useAnotherKey(): Locator {
    return this.section('Key').getByRole('button', { name: 'Use another key' });
  }
  get haveOne(): Locator {
    return this.section('Key').getByRole('tab', { name: 'I have one' });
  }
  get ownSecret(): Locator {
    return this.page.getByTestId('own-secret');
  }
  get leaveDialog(): Locator {
    return this.page.getByRole('alertdialog', { name: 'Leave without copying?' });
  }
  get backToKey(): Locator {
    return this.leaveDialog.getByRole('button', { name: 'Back to the key' });
  }
  get leaveAnyway(): Locator {
    return this.leaveDialog.getByRole('button', { name: 'Leave without copying' });
  }

  async chooseTab(name: string): Promise<void> {
    await this.section('Code').getByRole('tab', { name, exact: true }).click();
  }
  copyCode(tab: string): Locator {
    return this.section('Code').getByRole('button', { name: `Copy ${tab}`, exact: true });
  }
  get curl(): Locator {
    return this.section('Code').getByRole('group', { name: 'curl command' });
  }

  get pasted(): Locator {
    return this.section('Paste what your tool sends').getByRole('textbox');
  }
  get toChange(): Locator {
    return this.page.getByRole('list', { name: 'To change' }).getByRole('listitem');
  }
  /** What the pasted body becomes. */
  get becomes(): Locator {
    return this.page.getByRole('list', { name: 'What it becomes' }).getByRole('listitem');
  }
  get mapFields(): Locator {
    return this.section('Paste what your tool sends').getByRole('link', { name: 'Map fields' });
  }
  get corrected(): Locator {
    return this.section('Paste what your tool sends').getByRole('group', { name: /^Corrected/ });
  }

  get send(): Locator {
    return this.page.getByTestId('send-test-lead');
  }
  /** Sent, answered, on the step's page. */
  get ticks(): Locator {
    return this.section('Send test lead')
      .getByRole('list', { name: 'Progress of the test lead' })
      .getByRole('listitem');
  }
  get help(): Locator {
    return this.section('Send test lead').getByRole('link', { name: /^What to do about it/ });
  }
  get openTest(): Locator {
    return this.section('Send test lead').getByRole('link', { name: /^Open the test lead/ });
  }
  /** Opens a tab. */
  get stepPage(): Locator {
    return this.ticks.nth(2).getByRole('link', { name: /^step's page/ });
  }
  get remove(): Locator {
    return this.section('Send test lead').getByRole('button', { name: 'Remove test lead' });
  }

  get received(): Locator {
    return this.section('Listening').getByRole('status');
  }
  get earlier(): Locator {
    return this.section('Listening')
      .getByRole('list', { name: 'Earlier requests' })
      .getByRole('listitem');
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/integrate${query}`);
  }
}
