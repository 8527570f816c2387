import type { Locator } from '@playwright/test';
import { FormDialog } from './dialogs.ts';
import { open, PageObject } from './open.ts';

type Action = 'Copy address' | 'Edit' | 'Pause' | 'Resume' | 'Rotate' | 'Delete';

/** The list of inbound addresses, and the page of one. */
export class InboundAddressesPage extends PageObject {
  get connect(): Locator {
    return this.page.getByRole('button', { name: 'Connect a form tool' });
  }
  get table(): Locator {
    return this.page.getByRole('table', { name: 'Inbound addresses' });
  }
  get error(): Locator {
    return this.page
      .getByRole('alert')
      .filter({ hasText: 'The inbound addresses could not be loaded' });
  }
  get readOnlyNote(): Locator {
    return this.page.getByText('Only admins of this company can');
  }
  get actions(): Locator {
    return this.page.getByRole('button', { name: /^Actions for/ });
  }
  get show(): Locator {
    return this.page.getByRole('button', { name: 'Show and copy' });
  }
  get edit(): Locator {
    return this.page.getByRole('button', { name: 'Edit', exact: true });
  }
  get url(): Locator {
    return this.page.getByTestId('inbound-url');
  }
  get mapFields(): Locator {
    return this.page.getByRole('link', { name: 'Map fields' });
  }

  row(name: string): Locator {
    return this.page
      .getByTestId(/^inbound-address-row-/)
      .filter({ has: this.page.getByText(name, { exact: true }) });
  }
  /** In the list. */
  link(name: string): Locator {
    return this.row(name).getByRole('rowheader').getByRole('link');
  }
  /** On the page of a step. */
  linkOfStep(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Inbound addresses' })
      .getByRole('link', { name, exact: true });
  }
  section(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  async open(company: string): Promise<void> {
    await open(this.page, `/${company}/settings/inbound-addresses`);
  }
  /** On the list and on the page. */
  async act(name: string, action: Action): Promise<void> {
    await this.page.getByRole('button', { name: `Actions for ${name}` }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }
}

/** The dialogs of an inbound address. */
export class AddressDialog extends FormDialog {
  get tool(): Locator {
    return this.dialog.getByLabel('Tool');
  }
  get more(): Locator {
    return this.dialog.getByText('More', { exact: true });
  }
  get networks(): Locator {
    return this.dialog.getByLabel(/^Networks/);
  }
  get submit(): Locator {
    return this.dialog.getByRole('button', {
      name: /^(Create address|Save changes|Rotate address|Delete address)$/,
    });
  }
  get url(): Locator {
    return this.dialog.getByTestId('inbound-url');
  }
  get copy(): Locator {
    return this.dialog.getByRole('button', { name: /^(Copy address|Copied)$/ });
  }
  get done(): Locator {
    return this.dialog.getByRole('button', { name: 'Done' });
  }
  get typedName(): Locator {
    return this.dialog.getByRole('textbox');
  }

  select(name: 'Funnel' | 'Step' | 'Key'): Locator {
    return this.dialog.getByLabel(name, { exact: true });
  }
}
