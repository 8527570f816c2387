import type { Locator } from '@playwright/test';
import { FormDialog } from './form-dialog.ts';

/** Asks for one name: of a funnel or of a step. */
export class NameDialog extends FormDialog {
  get save(): Locator {
    return this.dialog.getByRole('button', { name: 'Save' });
  }
}
