import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

/** The settings of the company. */
export class CompanyPage extends PageObject {
  get name(): Locator {
    return this.page.getByLabel('Name', { exact: true });
  }
  get timeZone(): Locator {
    return this.page.getByLabel('Time zone', { exact: true });
  }
  get country(): Locator {
    return this.page.getByLabel('Country', { exact: true });
  }
  get agentsSee(): Locator {
    return this.page.getByLabel('Agents see', { exact: true });
  }
  get firstContact(): Locator {
    return this.page.getByLabel('First contact', { exact: true });
  }
  /** One in each line. */
  get lostReasons(): Locator {
    return this.page.getByRole('textbox', { name: 'Reasons' });
  }
  get saveLostReasons(): Locator {
    return this.page.getByRole('button', { name: 'Save reasons' });
  }
  get lostReasonsSaved(): Locator {
    return this.page.getByRole('main').getByText('Reasons saved');
  }
  get save(): Locator {
    return this.page.getByRole('button', { name: 'Save changes' });
  }
  get saved(): Locator {
    return this.page.getByRole('main').getByText('Company settings saved');
  }
  get readOnlyNote(): Locator {
    return this.page.getByText('Only admins of this company can change its settings.');
  }

  async open(company: string): Promise<void> {
    await open(this.page, `/${company}/settings/company`);
  }
}
