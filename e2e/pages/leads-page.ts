import type { Locator } from '@playwright/test';
import { FilterBar } from './filter-bar.ts';
import { open, PageObject } from './open.ts';

export class LeadsPage extends PageObject {
  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search all leads' });
  }
  get rows(): Locator {
    return this.page.getByTestId(/^lead-row-/);
  }
  get names(): Locator {
    return this.rows.getByRole('rowheader');
  }
  get filters(): FilterBar {
    return new FilterBar(this.page);
  }
  get columns(): Locator {
    return this.page.getByRole('button', { name: 'Columns', exact: true });
  }
  get pause(): Locator {
    return this.page.getByRole('button', { name: 'Pause', exact: true });
  }
  get unknownNote(): Locator {
    return this.page.getByText(/^This link filters by something/);
  }
  get saveView(): Locator {
    return this.page.getByRole('button', { name: 'Save view', exact: true });
  }
  get viewName(): Locator {
    return this.page.getByRole('dialog').getByLabel('Name');
  }
  get save(): Locator {
    return this.page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true });
  }
  get export(): Locator {
    return this.page.getByRole('link', { name: 'Export CSV' });
  }
  get chosen(): Locator {
    return this.page.getByRole('region', { name: 'Chosen leads' });
  }
  get chooseAll(): Locator {
    return this.page.getByRole('checkbox', { name: 'Choose all leads shown' });
  }
  get chooseMatching(): Locator {
    return this.page.getByRole('button', { name: /^Choose all that match/ });
  }
  get undo(): Locator {
    return this.page.getByRole('button', { name: 'Undo' });
  }

  lead(id: string): Locator {
    return this.page.getByTestId(`lead-row-${id}`);
  }
  choose(name: string): Locator {
    return this.page.getByRole('checkbox', { name: `Choose ${name}` });
  }
  column(name: string): Locator {
    return this.page.getByRole('columnheader', { name, exact: true });
  }
  view(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name, exact: true });
  }
  menuOfView(name: string): Locator {
    return this.page.getByRole('button', { name: `Actions for the view ${name}` });
  }
  /** Of the leads that are chosen. */
  action(name: string): Locator {
    return this.chosen.getByRole('button', { name, exact: true });
  }
  item(name: string): Locator {
    return this.page.getByRole('menuitem', { name, exact: true });
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/leads${query && `?${query}`}`);
  }
}
