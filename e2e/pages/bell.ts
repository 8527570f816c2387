import type { Locator } from '@playwright/test';
import { PageObject } from './open.ts';

/** The notifications in the header. */
export class Bell extends PageObject {
  get button(): Locator {
    return this.page.getByRole('button', { name: /^Notifications/ });
  }
  get popup(): Locator {
    return this.page.getByRole('dialog', { name: 'Notifications' });
  }
  get items(): Locator {
    return this.popup.getByRole('listitem');
  }
  get markRead(): Locator {
    return this.popup.getByRole('button', { name: 'Mark all as read' });
  }
  get browserSwitch(): Locator {
    return this.popup.getByRole('checkbox', { name: /Notify me in this browser/ });
  }
}
