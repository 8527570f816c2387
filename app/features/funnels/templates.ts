import type { LeadOutcome } from '#db/values/leads.ts';

interface NewStep {
  name: string;
  /** Leads that are moved into it have ended so. */
  outcome: LeadOutcome | null;
}

interface FunnelTemplate {
  id: string;
  name: string;
  steps: readonly NewStep[];
}

const open = (...names: string[]): NewStep[] => names.map((name) => ({ name, outcome: null }));
const won = (name: string): NewStep => ({ name, outcome: 'won' });
const lost = (name: string): NewStep => ({ name, outcome: 'lost' });

/**
 * Their steps have no names of statuses, such as “New”: both stand together on a lead's page. What ends
 * leads is marked, and may be named so.
 */
export const salesTemplate: FunnelTemplate = {
  id: 'sales',
  name: 'Sales',
  steps: [...open('Inbox', 'First call', 'Proposal sent'), won('Won'), lost('Lost')],
};

export const funnelTemplates: readonly FunnelTemplate[] = [
  salesTemplate,
  {
    id: 'real-estate',
    name: 'Real estate',
    steps: [
      ...open('Enquiry', 'Viewing booked', 'Viewed', 'Offer made'),
      won('Contract signed'),
      lost('Lost'),
    ],
  },
  {
    id: 'course',
    name: 'Course enrolment',
    steps: [
      ...open('Interested', 'Info sent', 'Trial lesson'),
      won('Enrolled'),
      lost('Not enrolled'),
    ],
  },
  { id: 'empty', name: 'Empty', steps: [] },
];
