import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

type Section =
  | 'Contact'
  | 'Status and step'
  | 'Attribution'
  | 'Message'
  | 'Ignored fields'
  | 'Request details'
  | 'Timeline';

export class LeadPage extends PageObject {
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }
  /** Newest first. */
  get timeline(): Locator {
    return this.section('Timeline').getByRole('listitem');
  }
  get readOnlyNote(): Locator {
    return this.page.getByText(
      'Only agents and admins of this company can change its status and step',
    );
  }

  section(title: Section | 'Custom fields'): Locator {
    return this.page.getByRole('region', { name: title });
  }
  select(label: 'Status' | 'Priority' | 'Temperature' | 'Step'): Locator {
    return this.page.getByRole('combobox', { name: label, exact: true });
  }

  /** Of a lost lead. */
  get reason(): Locator {
    return this.page.getByRole('combobox', { name: 'Reason', exact: true });
  }
  /** Of a won lead. */
  get amount(): Locator {
    return this.page.getByRole('textbox', { name: /^Amount in / });
  }
  get contact(): Locator {
    return this.section('Contact');
  }
  get contactFields(): Locator {
    return this.contact.getByRole('textbox');
  }

  /** The field that corrects what is marked in the contact: `Name`, `Phone, sent as N/A 12`. */
  mend(name: string): Locator {
    return this.contact.getByRole('textbox', { name, exact: true });
  }
  saveMend(label: 'name' | 'phone' | 'email' | 'phone or email'): Locator {
    return this.contact.getByRole('button', { name: `Save ${label}`, exact: true });
  }

  /** The notice that another change of the field came first. */
  conflict(label: 'Status' | 'Priority' | 'Temperature' | 'Step'): Locator {
    return this.page.getByRole('region', { name: new RegExp(`^${label} changed by`) });
  }

  async open(company: string, leadId: string): Promise<void> {
    await open(this.page, `/${company}/leads/${leadId}`);
  }
}
