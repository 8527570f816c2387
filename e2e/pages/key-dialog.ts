import type { Locator } from '@playwright/test';
import { FormDialog } from './form-dialog.ts';

/** Creating, editing and rotating a key: the form, then the secret. */
export class KeyDialog extends FormDialog {
  get lastDay(): Locator {
    return this.dialog.getByLabel('Last day');
  }
  get requestsASecond(): Locator {
    return this.dialog.getByLabel('Requests a second');
  }
  get submit(): Locator {
    return this.dialog.getByRole('button', { name: /^(Create key|Save changes|Rotate key)$/ });
  }
  get secret(): Locator {
    return this.dialog.getByTestId('api-key-secret');
  }
  get copyKey(): Locator {
    return this.dialog.getByRole('button', { name: /^(Copy key|Copied)$/ });
  }
  get copyCurl(): Locator {
    return this.dialog.getByRole('button', { name: 'Copy curl' });
  }
  get curl(): Locator {
    return this.dialog.getByRole('region', { name: 'curl command' });
  }
  get firstRequest(): Locator {
    return this.dialog.getByRole('status').filter({ hasText: /first request/i });
  }
  get done(): Locator {
    return this.dialog.getByRole('button', { name: 'Done' });
  }
  get closeGuard(): Locator {
    return this.page.getByRole('alertdialog', { name: 'Close without copying?' });
  }
  get backToKey(): Locator {
    return this.closeGuard.getByRole('button', { name: 'Back to the key' });
  }
  get closeAnyway(): Locator {
    return this.closeGuard.getByRole('button', { name: 'Close without copying' });
  }

  /** Copies the secret, as it has to be, and closes. */
  async takeSecret(): Promise<string> {
    const secret = await this.secret.inputValue();
    await this.copyKey.click();
    await this.done.click();

    return secret;
  }

  choice(name: string | RegExp): Locator {
    return this.dialog.getByRole('radio', { name });
  }
  checkbox(name: string): Locator {
    return this.dialog.getByRole('checkbox', { name });
  }
  showSteps(funnel: string): Locator {
    return this.dialog.getByRole('button', { name: `Show the steps of ${funnel}` });
  }
  select(name: 'Funnel' | 'Step'): Locator {
    return this.dialog.getByLabel(name, { exact: true });
  }
}
