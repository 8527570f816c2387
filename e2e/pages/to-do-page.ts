import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

/** What is to do: follow-ups by their time, and new leads. */
export class ToDoPage extends PageObject {
  get rows(): Locator {
    return this.page.getByTestId(/^to-do-[0-9a-f-]{36}$/);
  }
  /** In the navigation, with what is to do now. */
  get menuEntry(): Locator {
    return this.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^To do/ });
  }
  get sections(): Locator {
    return this.page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  }
  get nothing(): Locator {
    return this.page.getByRole('heading', { name: /^Nothing to do/ });
  }
  /** Of the newest toast. */
  get undo(): Locator {
    const toast = this.page.locator('[data-sonner-toast][data-front="true"]');
    return toast.getByRole('button', { name: 'Undo' });
  }
  get callText(): Locator {
    return this.rows.getByRole('textbox', { name: 'What was said' });
  }
  get followUp(): Locator {
    return this.rows.getByRole('combobox', { name: 'Follow-up' });
  }
  get time(): Locator {
    return this.rows.getByLabel('Date and time');
  }
  get planFollowUp(): Locator {
    return this.rows.getByRole('button', { name: 'Plan follow-up' });
  }
  get saveCall(): Locator {
    return this.rows.getByRole('button', { name: 'Save call' });
  }
  get recordMessage(): Locator {
    return this.rows.getByRole('button', { name: 'Record message' });
  }
  get note(): Locator {
    return this.rows.getByRole('textbox', { name: 'Note' });
  }
  get saveNote(): Locator {
    return this.rows.getByRole('button', { name: 'Save note' });
  }

  section(name: string): Locator {
    return this.page.getByRole('region', { name: new RegExp(`^${name}`) });
  }
  rowsOf(section: string): Locator {
    return this.section(section).getByTestId(/^to-do-[0-9a-f-]{36}$/);
  }
  row(id: string): Locator {
    return this.page.getByTestId(`to-do-${id}`);
  }
  link(name: string): Locator {
    return this.rows.getByRole('link', { name, exact: true });
  }
  whose(name: 'Mine' | 'Everyone'): Locator {
    return this.page.getByRole('tab', { name });
  }
  /** A button in the row of a lead. */
  button(action: 'Call' | 'Note' | 'Done' | 'Take', name: string): Locator {
    return this.page.getByRole('button', { name: `${action} : ${name}`, exact: true });
  }
  showMore(section: string): Locator {
    return this.section(section).getByRole('button', { name: /^Show more/ });
  }
  outcome(name: 'No answer' | 'Spoke' | 'Wrong number'): Locator {
    return this.rows.getByRole('radio', { name });
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/to-do${query}`);
  }

  /** Plans the follow-up of a row for a day of its menu. */
  async move(name: string, to: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^(Move|Plan) : ${name}$`) }).click();
    await this.page.getByRole('menuitem', { name: to }).click();
  }
}
