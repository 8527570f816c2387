import type { Locator, Page } from '@playwright/test';
import { unique } from '../helpers.ts';
import type { Panel } from '../panel.ts';
import { KeyDialog } from './dialogs.ts';
import { open, PageObject } from './open.ts';

type Filter = 'All' | 'Active' | 'Inactive' | 'Expired';
type Action = 'Edit' | 'Rotate' | 'Deactivate' | 'Activate' | 'Delete';

export class ApiKeysPage extends PageObject {
  get create(): Locator {
    return this.page.getByRole('button', { name: 'Create API key' });
  }
  get table(): Locator {
    return this.page.getByRole('table', { name: 'API keys' });
  }
  /** By test id: role locators find nothing behind an open dialog. */
  get rows(): Locator {
    return this.page.getByTestId(/^api-key-row-/);
  }
  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search API keys' });
  }
  get order(): Locator {
    return this.page.getByLabel('Order of API keys');
  }
  get names(): Locator {
    return this.rows.getByRole('rowheader');
  }
  get clearSearch(): Locator {
    return this.page.getByRole('button', { name: 'Clear search' });
  }
  get readOnlyNote(): Locator {
    return this.page.getByText('Only admins of this company can create, change or deactivate them');
  }
  get error(): Locator {
    return this.page.getByRole('alert').filter({ hasText: 'The API keys could not be loaded' });
  }
  get retry(): Locator {
    return this.error.getByRole('button', { name: 'Retry' });
  }
  get clearFilters(): Locator {
    return this.page.getByRole('button', { name: 'Clear filters' });
  }
  get createFirst(): Locator {
    return this.page.getByRole('button', { name: 'Create your first key' });
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.page.getByText(name, { exact: true }) });
  }
  menuOf(name: string): Locator {
    return this.row(name).getByRole('button', { name: `Actions for ${name}` });
  }
  column(name: string): Locator {
    return this.page.getByRole('columnheader', { name });
  }
  tab(filter: Filter): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${filter}`) });
  }
  action(action: Action): Locator {
    return this.page.getByRole('menuitem', { name: action });
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/settings/api-keys${query}`);
  }
  async act(name: string, action: Action): Promise<void> {
    await this.menuOf(name).click();
    const menu = this.page.getByRole('menu', { name: `Actions for ${name}` });
    await menu.getByRole('menuitem', { name: action }).click();
  }
}

/** Opens the form for a new key and fills in the name. */
export async function startKey(page: Page, panel: Panel) {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const name = unique('Key');
  panel.removeAtEnd(name);
  await keys.open(panel.company);
  await keys.create.click();
  await dialog.name.fill(name);

  return { keys, dialog, name };
}
