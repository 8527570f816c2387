import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

export class MappingPage extends PageObject {
  get tried(): Locator {
    return this.page
      .getByRole('list', { name: 'The last requests with this mapping' })
      .getByRole('listitem');
  }
  get save(): Locator {
    return this.page.getByRole('button', { name: 'Save', exact: true });
  }
  get saveAndSend(): Locator {
    return this.page.getByRole('button', { name: 'Save and send again' });
  }
  get discard(): Locator {
    return this.page.getByRole('button', { name: 'Discard' });
  }
  get proposed(): Locator {
    return this.page.getByText('Proposed from what was sent');
  }
  get error(): Locator {
    return this.page.getByRole('main').getByRole('alert');
  }
  get source(): Locator {
    return this.page.getByLabel('Source');
  }
  get medium(): Locator {
    return this.page.getByLabel('Medium');
  }
  get channel(): Locator {
    return this.page.getByLabel('Channel');
  }

  get leaveOut(): Locator {
    return this.page.getByRole('button', { name: 'Leave it out' });
  }

  /** What a field is read as. */
  choice(field: string): Locator {
    return this.page.getByLabel(`Read ${field} as`, { exact: true });
  }
  row(field: string): Locator {
    return this.page.getByRole('row').filter({ has: this.choice(field) });
  }
  customName(field: string): Locator {
    return this.page.getByLabel(`Name of the custom field for ${field}`);
  }
  load(version: number): Locator {
    return this.page.getByRole('button', { name: `Load version ${version}` });
  }

  async open(company: string, keyId: string): Promise<void> {
    await open(this.page, `/${company}/settings/api-keys/${keyId}/fields`);
  }
}
