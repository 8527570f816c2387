import type { messageTemplates } from '#db/schema/message-templates.ts';

type Template = Omit<typeof messageTemplates.$inferInsert, 'companyId' | 'id' | 'createdAt'>;

/** Of each company. */
export const demoTemplates: readonly Template[] = [
  {
    name: 'First contact',
    channel: 'whatsapp',
    text: 'Hello {{firstName}}, this is {{agent}} from {{company}}. Thank you for your enquiry! When is a good time for a short call?',
  },
  {
    name: 'Could not reach you',
    channel: null,
    subject: 'We tried to call you',
    text: 'Hello {{firstName}},\n\nI tried to call you today. When does it suit you better?\n\n{{agent}}, {{company}}',
  },
  {
    name: 'Offer',
    channel: 'email',
    subject: 'Your offer from {{company}}',
    text: 'Hello {{name}},\n\nas agreed, please find our offer attached. I will call you in two days to answer your questions.\n\nKind regards\n{{agent}}\n{{company}}',
  },
];
