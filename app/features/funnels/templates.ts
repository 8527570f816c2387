interface FunnelTemplate {
  id: string;
  name: string;
  steps: readonly string[];
}

/** Its steps have no names of statuses, such as “New”: both stand together on a lead's page. */
export const salesTemplate: FunnelTemplate = {
  id: 'sales',
  name: 'Sales',
  steps: ['Inbox', 'Contacted', 'Proposal sent', 'Won'],
};

export const funnelTemplates: readonly FunnelTemplate[] = [
  salesTemplate,
  {
    id: 'real-estate',
    name: 'Real estate',
    steps: ['Enquiry', 'Viewing booked', 'Viewed', 'Offer made', 'Contract signed'],
  },
  {
    id: 'course',
    name: 'Course enrolment',
    steps: ['Interested', 'Info sent', 'Trial lesson', 'Enrolled'],
  },
  { id: 'empty', name: 'Empty', steps: [] },
];
