import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

export class IntakeLogPage extends PageObject {
  get groups(): Locator {
    return this.page.getByTestId(/^log-group-/);
  }
  get entries(): Locator {
    return this.page.getByTestId(/^log-entry-/);
  }
  get cause(): Locator {
    return this.page.getByRole('region', { name: 'Cause', exact: true });
  }
  get keyless(): Locator {
    return this.page.getByRole('region', { name: 'Without a valid key' });
  }
  get key(): Locator {
    return this.page.getByLabel('API key');
  }
  get step(): Locator {
    return this.page.getByLabel('Step', { exact: true });
  }
  get status(): Locator {
    return this.page.getByLabel('Status', { exact: true });
  }
  get since(): Locator {
    return this.page.getByLabel('Since');
  }
  get showAllCauses(): Locator {
    return this.page.getByRole('button', { name: 'Show all causes' });
  }
  get clearFilters(): Locator {
    return this.page.getByRole('button', { name: 'Clear filters' });
  }
  get exportLink(): Locator {
    return this.page.getByRole('link', { name: 'Export CSV' });
  }
  /** Of a request: the body as it was sent. */
  get body(): Locator {
    return this.page.getByRole('group', { name: 'Body as sent' });
  }
  get error(): Locator {
    return this.page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  }

  tab(name: 'Refused or held' | 'Accepted' | 'All'): Locator {
    return this.page.getByRole('tab', { name });
  }
  group(text: string | RegExp): Locator {
    return this.groups.filter({ hasText: text });
  }
  entry(text: string | RegExp): Locator {
    return this.entries.filter({ hasText: text });
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/intake-log${query}`);
  }
}
