import type { Locator } from '@playwright/test';
import { FormDialog } from './form-dialog.ts';

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
