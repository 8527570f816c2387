import type { Locator } from '@playwright/test';
import { PageObject } from './open.ts';

export class ReplayPage extends PageObject {
  get previews(): Locator {
    return this.page.getByRole('list', { name: 'What each becomes' }).getByRole('listitem');
  }
  /** `Send 3 requests again` */
  get start(): Locator {
    return this.page.getByRole('button', { name: /^(?:Send|Read) .* again$/ });
  }
  /** The newest replay: what became of its requests. */
  get outcomes(): Locator {
    return this.page.getByTestId(/^replay-/).first();
  }
  get results(): Locator {
    return this.page.getByRole('list', { name: 'Each request' }).getByRole('listitem');
  }
  get undo(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: 'Undo' });
  }
  get confirmUndo(): Locator {
    return this.page.getByRole('alertdialog').getByRole('button', { name: 'Undo' });
  }
  get correct(): Locator {
    return this.page.getByRole('button', { name: 'Correct and send' });
  }
  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Correct and send' });
  }
}
