import type { Locator } from '@playwright/test';
import type { Credentials } from '../users.ts';
import { open, PageObject } from './open.ts';

export class SignInPage extends PageObject {
  get email(): Locator {
    return this.page.getByLabel('Email');
  }
  get password(): Locator {
    return this.page.getByLabel('Password', { exact: true });
  }
  /** Shown after a correct email and password. */
  get code(): Locator {
    return this.page.getByLabel('Code');
  }
  get signedOutNote(): Locator {
    return this.page.getByText('Your session has ended. Sign in to go on where you were.');
  }
  get showPassword(): Locator {
    return this.page.getByRole('button', { name: 'Show password' });
  }
  get hidePassword(): Locator {
    return this.page.getByRole('button', { name: 'Hide password' });
  }
  get submit(): Locator {
    return this.page.getByRole('button', { name: 'Sign in' });
  }
  get failure(): Locator {
    return this.page.getByRole('main').getByRole('alert');
  }
  get demo(): Locator {
    return this.page.getByRole('region', { name: 'Demo' });
  }
  get useDemo(): Locator {
    return this.demo.getByRole('button', { name: 'Use demo account' });
  }

  async open(callbackUrl?: string): Promise<void> {
    const query = callbackUrl ? `?callbackUrl=${encodeURIComponent(callbackUrl)}` : '';
    await open(this.page, `/sign-in${query}`);
  }
  async signIn({ email, password }: Credentials): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
