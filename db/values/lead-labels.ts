import type { LeadPriority, LeadStatus, LeadTemperature } from './leads.ts';

/** What the panel shows, and exports write beside the codes. */
export const statusLabels = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  nurturing: 'Nurturing',
  unqualified: 'Unqualified',
  converted: 'Won',
  lost: 'Lost',
} satisfies Record<LeadStatus, string>;

export const priorityLabels = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
} satisfies Record<LeadPriority, string>;

export const temperatureLabels = {
  cold: 'Cold',
  warm: 'Warm',
  hot: 'Hot',
} satisfies Record<LeadTemperature, string>;
