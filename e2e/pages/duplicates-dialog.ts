import type { Locator } from '@playwright/test';
import { PageObject } from './open.ts';

/** Possible duplicates of a lead: marks, the dialog that compares and merges two, and what the lead says. */
export class DuplicatesDialog extends PageObject {
  get list(): Locator {
    return this.page.getByRole('dialog', { name: 'Possible duplicates' });
  }
  get comparison(): Locator {
    return this.page.getByRole('dialog', { name: 'Are these the same person?' });
  }
  get result(): Locator {
    return this.comparison.getByRole('region', { name: 'After the merge' });
  }
  get dropped(): Locator {
    return this.comparison.getByRole('region', { name: 'Not taken over' });
  }
  get merge(): Locator {
    return this.comparison.getByRole('button', { name: 'Merge', exact: true });
  }
  get notDuplicate(): Locator {
    return this.comparison.getByRole('button', { name: 'Not a duplicate' });
  }
  get section(): Locator {
    return this.page.getByRole('region', { name: 'Possible duplicates' });
  }
  get takeApart(): Locator {
    return this.page.getByRole('button', { name: 'Take apart' });
  }
  get otherLead(): Locator {
    return this.page.getByRole('link', { name: 'Other lead' });
  }
  get mergedNotice(): Locator {
    return this.page.getByRole('main').getByText(/^Merged into /);
  }

  /** @param place card, row or page of a lead */
  markIn(place: Locator): Locator {
    return place.getByRole('button', { name: /^Possible duplicate/ });
  }
  /** In the list, by the name of the lead. */
  other(name: string): Locator {
    return this.list.getByRole('button', { name });
  }
  side(name: string): Locator {
    return this.comparison.getByRole('radio', { name });
  }
}
