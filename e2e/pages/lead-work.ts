import { expect, type Locator } from '@playwright/test';
import { LeadPage } from './lead-page.ts';

/** The work on a lead, on its page or in the sheet. */
export class LeadWork extends LeadPage {
  get sheet(): Locator {
    return this.page.getByTestId('lead-sheet');
  }
  get work(): Locator {
    return this.page.getByRole('region', { name: 'Work on this lead' });
  }
  get note(): Locator {
    return this.work.getByRole('textbox', { name: 'Note' });
  }
  get saveNote(): Locator {
    return this.work.getByRole('button', { name: 'Save note' });
  }
  get callText(): Locator {
    return this.work.getByRole('textbox', { name: 'What was said' });
  }
  get saveCall(): Locator {
    return this.work.getByRole('button', { name: 'Save call' });
  }
  get messageText(): Locator {
    return this.work.getByRole('textbox', { name: 'What was written' });
  }
  get recordMessage(): Locator {
    return this.work.getByRole('button', { name: 'Record message' });
  }
  /** Of the open menu. */
  get templates(): Locator {
    return this.page.getByRole('menuitem');
  }
  get followUp(): Locator {
    return this.work.getByRole('combobox', { name: 'Follow-up' });
  }
  get followUpDone(): Locator {
    return this.work.getByRole('button', { name: 'Done' });
  }
  get planFollowUp(): Locator {
    return this.work.getByRole('button', { name: 'Plan follow-up' });
  }
  get discard(): Locator {
    return this.work.getByRole('button', { name: 'Discard' });
  }
  get editNote(): Locator {
    return this.timeline.getByRole('button', { name: 'Edit note' });
  }
  get deleteNote(): Locator {
    return this.timeline.getByRole('button', { name: 'Delete note' });
  }
  get actions(): Locator {
    return this.page.getByRole('button', { name: 'Actions for this lead' });
  }
  get deleteLead(): Locator {
    return this.page.getByRole('menuitem', { name: 'Delete lead' });
  }
  get eraseLead(): Locator {
    return this.page.getByRole('menuitem', { name: 'Erase lead…' });
  }
  get eraseDialog(): Locator {
    return this.page.getByRole('dialog', { name: /^Erase “/ });
  }
  get eraseConfirmation(): Locator {
    return this.eraseDialog.getByLabel('Type erase to confirm');
  }
  get eraseDeleted(): Locator {
    return this.page.getByRole('button', { name: 'Erase lead…' });
  }
  get deletedNotice(): Locator {
    return this.page.getByText(/^Deleted by .+ restored for/);
  }
  get restore(): Locator {
    return this.page.getByRole('button', { name: 'Restore' });
  }
  /** In the place of a timeline without work. */
  get writeNote(): Locator {
    return this.page.getByRole('button', { name: 'Write a note' });
  }
  /** The action of a toast. */
  get undo(): Locator {
    return this.page.getByRole('button', { name: 'Undo' });
  }
  get retry(): Locator {
    return this.page.getByRole('button', { name: 'Retry' });
  }
  get owner(): Locator {
    return this.page.getByRole('combobox', { name: 'Owner', exact: true });
  }
  get ownerConflict(): Locator {
    return this.page.getByRole('region', { name: /^Owner changed by/ });
  }
  get edit(): Locator {
    return this.page.getByRole('button', { name: /^(Edit|Continue editing)$/ });
  }
  get editDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Edit lead' });
  }
  get addLead(): Locator {
    return this.page.getByRole('button', { name: 'Add lead' });
  }
  get addDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Add lead' });
  }

  call(phone: string): Locator {
    return this.contact.getByRole('link', { name: `Call ${phone}` });
  }
  /** Opens the menu of templates. */
  write(verb: 'WhatsApp' | 'Write', to: string): Locator {
    return this.contact.getByRole('button', { name: `${verb} to ${to}` });
  }
  /** Where there is no template. */
  writeLink(verb: 'WhatsApp' | 'Write', to: string): Locator {
    return this.contact.getByRole('link', { name: `${verb} to ${to}` });
  }
  template(name: string): Locator {
    return this.templates.filter({ hasText: name });
  }
  channel(name: 'WhatsApp' | 'Email'): Locator {
    return this.work.getByRole('radio', { name });
  }
  mode(name: 'Note' | 'Call' | 'Message' | 'Follow-up'): Locator {
    return this.work.getByRole('button', { name, exact: true });
  }
  outcome(name: 'No answer' | 'Spoke' | 'Wrong number'): Locator {
    return this.work.getByRole('radio', { name });
  }

  /** In the dialog that asks. */
  async confirmErasing(): Promise<void> {
    const confirm = this.eraseDialog.getByRole('button', { name: 'Erase lead' });
    await expect(confirm).toBeDisabled();
    await this.eraseConfirmation.fill('erase');
    await confirm.click();
  }
}
