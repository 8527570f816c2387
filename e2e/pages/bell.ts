import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { PageObject } from './open.ts';

/** In place of the browser's, which the headless shell refuses: allowed once asked, records what is shown. */
const recorder = `
window.notified = [];
window.Notification = class extends EventTarget {
  static permission = 'default';
  static async requestPermission() { return this.permission = 'granted'; }
  constructor(title, { body } = {}) {
    super();
    this.text = title + ': ' + body;
    if (window.Notification.permission === 'granted') notified.push(this);
  }
  close() {}
};
Object.defineProperty(document, 'hidden', { get: () => window.isHidden === true });
`;
/** As Chrome for Android: only a service worker can show notifications. */
const broken = `
window.Notification = class {
  static permission = 'default';
  static requestPermission = async () => 'granted';
  constructor() { throw new TypeError('Illegal constructor'); }
};
`;

/** The notifications in the header. */
export class Bell extends PageObject {
  get button(): Locator {
    return this.page.getByRole('button', { name: /^Notifications/ });
  }
  get popup(): Locator {
    return this.page.getByRole('dialog', { name: 'Notifications' });
  }
  get items(): Locator {
    return this.popup.getByRole('listitem');
  }
  get allDue(): Locator {
    return this.popup.getByRole('link', { name: 'Show all due follow-ups' });
  }
  get markRead(): Locator {
    return this.popup.getByRole('button', { name: 'Mark all as read' });
  }
  get newLeads(): Locator {
    return this.popup.getByRole('combobox', { name: 'New leads' });
  }
  get browserSwitch(): Locator {
    return this.popup.getByRole('checkbox', { name: /Notify me in this browser/ });
  }

  readOne(name: string): Locator {
    return this.popup.getByRole('button', { name: `Mark ${name} as read` });
  }

  /** Of the browser. Call it before a page is opened. */
  async recordNotifications(): Promise<void> {
    await this.page.addInitScript(recorder);
  }
  /** Call it before a page is opened. */
  async breakNotifications(): Promise<void> {
    await this.page.addInitScript(broken);
  }
  /** Titles and texts of the recorded ones. */
  async notified(): Promise<string[]> {
    const texts = await this.page.evaluate('window.notified.map(({ text }) => text)');
    return z.array(z.string()).parse(texts);
  }
  /** Clicks the first recorded one. */
  async clickNotified(): Promise<void> {
    await this.page.evaluate(`window.notified[0].dispatchEvent(new Event('click'))`);
  }
  /** As if another window covered the page, once notifications are recorded. */
  async hidePage(): Promise<void> {
    await this.page.evaluate(
      `window.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))`,
    );
  }
}
