import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

/** The user's account, with its dialogs. */
export class AccountPage extends PageObject {
  get password(): Locator {
    return this.page.getByRole('region', { name: 'Password' });
  }
  get secondFactor(): Locator {
    return this.page.getByRole('region', { name: 'Two-step sign-in' });
  }
  get timeZone(): Locator {
    return this.page.getByRole('region', { name: 'Times' }).getByLabel('Time zone');
  }
  get sessions(): Locator {
    return this.page.getByRole('region', { name: 'Sessions' });
  }
  /** The current one first. */
  get sessionRows(): Locator {
    return this.sessions.getByRole('listitem');
  }
  get endOthers(): Locator {
    return this.page.getByRole('alertdialog', { name: 'End all other sessions?' });
  }
  get error(): Locator {
    return this.page.getByRole('main').getByRole('alert');
  }
  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }
  get failure(): Locator {
    return this.dialog.getByRole('alert');
  }
  get qrCode(): Locator {
    return this.dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  }
  get secret(): Locator {
    return this.dialog.getByTestId('totp-secret');
  }
  get recoveryCodes(): Locator {
    return this.dialog.getByTestId('recovery-codes').getByRole('listitem');
  }
  get copyCodes(): Locator {
    return this.dialog.getByRole('button', { name: /^(Copy codes|Copied)$/ });
  }
  get download(): Locator {
    return this.dialog.getByRole('button', { name: 'Download' });
  }
  get done(): Locator {
    return this.dialog.getByRole('button', { name: 'Done' });
  }
  get closeDialog(): Locator {
    return this.page.getByRole('alertdialog', { name: 'Close without saving?' });
  }
  get backToCodes(): Locator {
    return this.closeDialog.getByRole('button', { name: 'Back to the codes' });
  }
  get closeAnyway(): Locator {
    return this.closeDialog.getByRole('button', { name: 'Close without saving' });
  }

  field(name: string): Locator {
    return this.dialog.getByLabel(name, { exact: true });
  }
  async open(company: string): Promise<void> {
    await open(this.page, `/${company}/account`);
  }
  endSession(row: Locator): Locator {
    return row.getByRole('button', { name: 'End session' });
  }
  async press(
    name: 'End all others' | 'Change password' | 'Turn on' | 'Turn off' | 'New recovery codes',
  ): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name }).click();
  }
  /** Presses the primary button of the dialog. */
  async submit(
    name: 'Change password' | 'Continue' | 'Turn on' | 'Turn off' | 'Create codes',
  ): Promise<void> {
    await this.dialog.getByRole('button', { name }).click();
  }
}
