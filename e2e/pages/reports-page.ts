import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

/** How many leads arrived, and how soon they were contacted. */
export class ReportsPage extends PageObject {
  get chart(): Locator {
    return this.page.getByRole('main').getByRole('img', { name: /leads? in/ });
  }
  get nothing(): Locator {
    return this.page.getByRole('heading', { name: /^No leads/ });
  }
  get firstDay(): Locator {
    return this.page.getByLabel('First day');
  }
  get lastDay(): Locator {
    return this.page.getByLabel('Last day');
  }

  /** Of all leads, with the number and what it is a share of. */
  total(term: string): Locator {
    const label = this.page.getByRole('term').filter({ hasText: term });
    return this.page.getByRole('definition').and(label.locator('~ dd'));
  }
  days(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }
  rows(table: string): Locator {
    return this.page.getByRole('table', { name: table }).getByRole('rowheader');
  }
  /** A number of a table, by what it counts: `2 waiting, Facebook`. */
  number(name: string): Locator {
    return this.page.getByRole('table').getByRole('link', { name, exact: true });
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/reports${query && `?${query}`}`);
  }
}
