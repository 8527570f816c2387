import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

export class SelfTestPage extends PageObject {
  get run(): Locator {
    return this.page.getByRole('button', { name: 'Run self-test' });
  }
  get runAgain(): Locator {
    return this.page.getByRole('button', { name: 'Run again' });
  }
  get download(): Locator {
    return this.page.getByRole('button', { name: 'Download report' });
  }
  /** Empty until the run has ended. */
  get summary(): Locator {
    return this.page.getByRole('main').getByRole('status');
  }
  get failure(): Locator {
    return this.page.getByRole('main').getByRole('alert');
  }
  get forbidden(): Locator {
    return this.page.getByText('Only admins of this company can run the self-test.');
  }
  /** Without the head. */
  get rows(): Locator {
    return this.page
      .getByRole('table', { name: 'Requests of the self-test, by status' })
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader') });
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }
  /** The command and the answer of a row, once it is opened. */
  details(row: Locator, what: 'curl command' | 'Answer'): Locator {
    return row.getByRole('group', { name: new RegExp(`^${what}`) });
  }

  async open(company: string): Promise<void> {
    await open(this.page, `/${company}/settings/self-test`);
  }
}
