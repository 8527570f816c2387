import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

/** The message templates of the company. */
export class MessageTemplatesPage extends PageObject {
  get add(): Locator {
    return this.page.getByRole('button', { name: 'New template' });
  }
  get templates(): Locator {
    return this.page.getByRole('main').getByRole('listitem');
  }
  get readOnlyNote(): Locator {
    return this.page.getByText('Only admins of this company can change them.');
  }
  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: /message template$/ });
  }
  get name(): Locator {
    return this.dialog.getByLabel('Name', { exact: true });
  }
  get usedFor(): Locator {
    return this.dialog.getByLabel('Used for');
  }
  get subject(): Locator {
    return this.dialog.getByLabel('Subject of the email');
  }
  get text(): Locator {
    return this.dialog.getByLabel('Text', { exact: true });
  }
  get submit(): Locator {
    return this.dialog.getByRole('button', { name: /^(Create template|Save changes)$/ });
  }

  insert(placeholder: string): Locator {
    return this.dialog.getByRole('button', { name: placeholder, exact: true });
  }
  edit(name: string): Locator {
    return this.page.getByRole('button', { name: `Edit ${name}`, exact: true });
  }
  remove(name: string): Locator {
    return this.page.getByRole('button', { name: `Delete ${name}`, exact: true });
  }

  async open(company: string): Promise<void> {
    await open(this.page, `/${company}/settings/message-templates`);
  }
}
