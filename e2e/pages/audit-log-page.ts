import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

export class AuditLogPage extends PageObject {
  get table(): Locator {
    return this.page.getByRole('table', { name: 'Audit log, newest first' });
  }
  get entries(): Locator {
    return this.page.getByTestId(/^audit-entry-/);
  }
  get who(): Locator {
    return this.page.getByLabel('Who');
  }
  get what(): Locator {
    return this.page.getByLabel('What');
  }
  get since(): Locator {
    return this.page.getByLabel('Since');
  }
  get until(): Locator {
    return this.page.getByLabel('Until');
  }
  get showMore(): Locator {
    return this.page.getByRole('button', { name: 'Show more' });
  }
  get clearFilters(): Locator {
    return this.page.getByRole('button', { name: 'Clear filters' });
  }
  get forbidden(): Locator {
    return this.page.getByText('Only admins of this company can view the audit log');
  }
  get error(): Locator {
    return this.page.getByRole('alert').filter({ hasText: 'The audit log could not be loaded' });
  }

  entry(text: string | RegExp): Locator {
    return this.entries.filter({ hasText: text });
  }
  detailsOf(entry: Locator): Locator {
    return entry.getByText('Details', { exact: true });
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/settings/audit-log${query}`);
  }
}
