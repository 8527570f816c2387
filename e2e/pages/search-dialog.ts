import type { Locator } from '@playwright/test';
import { PageObject } from './open.ts';

/** The search over all leads of the company. */
export class SearchDialog extends PageObject {
  get open(): Locator {
    return this.page.getByRole('button', { name: 'Search all leads' });
  }
  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Search all leads' });
  }
  get input(): Locator {
    return this.dialog.getByRole('combobox', { name: 'Search all leads' });
  }
  get leads(): Locator {
    return this.dialog.getByRole('option');
  }
  get current(): Locator {
    return this.dialog.locator('[role="option"][data-highlighted]');
  }
  get marks(): Locator {
    return this.leads.locator('mark');
  }
  get status(): Locator {
    return this.dialog.getByRole('status').filter({ hasText: 'found' });
  }
  get error(): Locator {
    return this.dialog.getByRole('alert');
  }
  get close(): Locator {
    return this.dialog.getByRole('button', { name: 'Close search' });
  }

  noMatch(text: string): Locator {
    return this.dialog.getByText(`No lead matches “${text}”`);
  }
}
