import type { MessageChannel } from '#db/values/leads.ts';

/** What a template is made of. Guarantee: its placeholders are known. */
export interface TemplateSettings {
  name: string;
  /** `null`: any. */
  channel: MessageChannel | null;
  /** Of an email. */
  subject: string | null;
  text: string;
}
