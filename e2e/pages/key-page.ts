import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

export class KeyPage extends PageObject {
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }
  get chart(): Locator {
    return this.page.getByRole('img', { name: /requests? in 7 days/ });
  }
  get showTable(): Locator {
    return this.page.getByText('Show as a table');
  }
  get hours(): Locator {
    return this.page.getByRole('table', { name: 'Requests by hour, newest first' });
  }
  /** The newest first, without the head. */
  get requests(): Locator {
    return this.page
      .getByRole('table', { name: 'Last requests, newest first' })
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader') });
  }
  get actions(): Locator {
    return this.page.getByRole('button', { name: /^Actions for/ });
  }

  get integrate(): Locator {
    return this.page.getByRole('main').getByRole('link', { name: 'Integrate', exact: true });
  }

  get fields(): Locator {
    return this.section('Fields').getByRole('listitem');
  }

  section(title: 'Alarms' | 'Key' | 'What it may do' | 'Fields'): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  async open(company: string, id: string): Promise<void> {
    await open(this.page, `/${company}/settings/api-keys/${id}`);
  }
}
