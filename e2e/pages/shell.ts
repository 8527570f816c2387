import type { Locator } from '@playwright/test';
import { PageObject } from './open.ts';

/** The shell around every screen of a company. */
export class Shell extends PageObject {
  get main(): Locator {
    return this.page.getByRole('main');
  }
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }
  get navigation(): Locator {
    return this.page.getByRole('navigation', { name: 'Main' });
  }
  get breadcrumbs(): Locator {
    return this.page.getByRole('navigation', { name: 'Breadcrumb' });
  }
  get skipLink(): Locator {
    return this.page.getByRole('link', { name: 'Skip to content' });
  }
  get account(): Locator {
    return this.page.getByRole('button', { name: /account of / });
  }
  get companySwitcher(): Locator {
    return this.page.getByRole('button', { name: /Switch company/ });
  }
  get openNavigation(): Locator {
    return this.page.getByRole('button', { name: 'Open navigation' });
  }
  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: 'Navigation' });
  }
  get menu(): Locator {
    return this.page.getByRole('menu');
  }
  /** The banner without a connection; empty with one. */
  get connection(): Locator {
    return this.page.getByTestId('connection');
  }
  /** Toasts with Undo or Retry. */
  get toast(): Locator {
    return this.page.locator('[data-sonner-toast]');
  }
  /** The text of the live region. */
  get announcement(): Locator {
    return this.page.locator('[aria-live="polite"].sr-only');
  }

  async go(
    to: 'Funnels' | 'Leads' | 'Integrate' | 'Intake log' | 'API keys' | 'Audit log' | 'Company',
  ): Promise<void> {
    await this.navigation.getByRole('link', { name: to }).click();
  }
  async chooseTheme(name: 'Light' | 'Dark' | 'System'): Promise<void> {
    await this.account.click();
    await this.page.getByRole('menuitemradio', { name }).click();
  }
  async chooseCompany(name: string): Promise<void> {
    await this.companySwitcher.click();
    await this.page.getByRole('menuitemradio', { name }).click();
  }
  async openAccount(): Promise<void> {
    await this.account.click();
    await this.page.getByRole('menuitem', { name: 'Your account' }).click();
  }
  async signOut(): Promise<void> {
    await this.account.click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
  }
  async undo(): Promise<void> {
    await this.toast.getByRole('button', { name: 'Undo' }).click();
  }
}
