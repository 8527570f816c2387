import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

/** The API reference. Scalar draws it, and the form that sends a request. */
export class ReferencePage extends PageObject {
  get title(): Locator {
    return this.page.getByRole('heading', { level: 1, name: 'API reference' });
  }
  get content(): Locator {
    return this.page.getByRole('region', { name: /Leads API/ });
  }
  get key(): Locator {
    return this.content.getByRole('textbox', { name: 'Value' });
  }
  get failure(): Locator {
    return this.page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  }
  get retry(): Locator {
    return this.failure.getByRole('button', { name: 'Try again' });
  }
  get form(): Locator {
    return this.page.getByRole('dialog', { name: 'API Client' });
  }
  /** Its value is edited in the second field. */
  get stepId(): Locator {
    return this.form
      .getByRole('row', { name: /stepId/ })
      .getByRole('combobox')
      .nth(1);
  }
  get send(): Locator {
    return this.form.getByRole('button', { name: /^Send post request/ });
  }
  get response(): Locator {
    return this.form.getByRole('region', { name: 'Response', exact: true });
  }

  download(name: string): Locator {
    return this.page.getByRole('link', { name: `Download ${name}` });
  }
  operation(name: string): Locator {
    return this.content.getByRole('region', { name });
  }

  async open(): Promise<void> {
    await open(this.page, '/docs/reference');
  }

  /** Opens the form of an operation. */
  async try(name: string): Promise<void> {
    await this.operation(name)
      .getByRole('button', { name: /Test Request/ })
      .click();
  }
}
