import type { Locator } from '@playwright/test';
import { PageObject } from './open.ts';

/** A dialog with a form whose first field is a name. */
export class FormDialog extends PageObject {
  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }
  get name(): Locator {
    return this.dialog.getByLabel('Name', { exact: true });
  }
  get failure(): Locator {
    return this.dialog.getByRole('alert');
  }
  get cancel(): Locator {
    return this.dialog.getByRole('button', { name: 'Cancel' });
  }
}

/** For the name of a funnel or step. */
export class NameDialog extends FormDialog {
  get save(): Locator {
    return this.dialog.getByRole('button', { name: /^(Save|Add step)$/ });
  }
}

/** For the position of a funnel or step. */
export class MoveDialog extends FormDialog {
  get position(): Locator {
    return this.dialog.getByLabel('Position');
  }
  get move(): Locator {
    return this.dialog.getByRole('button', { name: 'Move' });
  }
}

export class NewFunnelDialog extends FormDialog {
  override get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'New funnel' });
  }
  get steps(): Locator {
    return this.dialog.getByLabel(/^Name of step \d+$/);
  }
  get addStep(): Locator {
    return this.dialog.getByRole('button', { name: 'Add a step' });
  }
  get submit(): Locator {
    return this.dialog.getByRole('button', { name: 'Create funnel' });
  }

  template(name: string): Locator {
    return this.dialog.getByRole('radio', { name });
  }
  step(number: number): Locator {
    return this.dialog.getByLabel(`Name of step ${number}`, { exact: true });
  }
  move(number: number, direction: 'up' | 'down'): Locator {
    return this.dialog.getByRole('button', { name: `Move step ${number} ${direction}` });
  }
  remove(number: number): Locator {
    return this.dialog.getByRole('button', { name: `Remove step ${number}` });
  }
}

/** The dialogs that create, edit and rotate a key, with the secret. */
export class KeyDialog extends FormDialog {
  get lastDay(): Locator {
    return this.dialog.getByLabel('Last day');
  }
  get moreSettings(): Locator {
    return this.dialog.getByText('More settings');
  }
  get requestsPerSecond(): Locator {
    return this.dialog.getByLabel('Requests per second');
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
    return this.dialog.getByRole('group', { name: 'curl command' });
  }
  get firstRequest(): Locator {
    return this.dialog.getByRole('status').filter({ hasText: /first request/i });
  }
  get firstLead(): Locator {
    return this.dialog.getByRole('status').getByRole('link');
  }
  get createWebsite(): Locator {
    return this.dialog.getByRole('button', { name: 'Create funnel Website' });
  }
  get secretBadge(): Locator {
    return this.dialog.getByText('Contains your secret');
  }
  get done(): Locator {
    return this.dialog.getByRole('button', { name: 'Done' });
  }
  get closeDialog(): Locator {
    return this.page.getByRole('alertdialog', { name: 'Close without copying?' });
  }
  get backToKey(): Locator {
    return this.closeDialog.getByRole('button', { name: 'Back to the key' });
  }
  get closeAnyway(): Locator {
    return this.closeDialog.getByRole('button', { name: 'Close without copying' });
  }

  /** Copies the secret and closes the dialog. */
  async copySecret(): Promise<string> {
    const secret = await this.secret.inputValue();
    await this.copyKey.click();
    await this.done.click();

    return secret;
  }

  radio(name: string | RegExp): Locator {
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

/** A confirmation dialog. */
export class Confirmation extends PageObject {
  get dialog(): Locator {
    return this.page.getByRole('alertdialog');
  }
  get cancel(): Locator {
    return this.dialog.getByRole('button', { name: 'Cancel' });
  }
  get failure(): Locator {
    return this.dialog.getByRole('alert');
  }

  confirm(label: string): Locator {
    return this.dialog.getByRole('button', { name: label });
  }
}
