/** Permitted values of a lead's fields. No imports: forms in the browser use them too. */
export const leadStatuses = [
  'new',
  'contacted',
  'qualified',
  'nurturing',
  'unqualified',
  'converted',
  'lost',
] as const;
export const leadPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const leadTemperatures = ['cold', 'warm', 'hot'] as const;
export const leadOrigins = ['public_api', 'manual', 'import', 'test'] as const;
/** Stored events of a timeline. Its first line, `created`, comes from the lead itself. */
export const leadEventTypes = ['status', 'priority', 'temperature', 'moved'] as const;
export const timelineTypes = ['created', ...leadEventTypes] as const;

export type LeadStatus = (typeof leadStatuses)[number];
export type LeadPriority = (typeof leadPriorities)[number];
export type LeadTemperature = (typeof leadTemperatures)[number];
export type LeadOrigin = (typeof leadOrigins)[number];
export type LeadEventType = (typeof leadEventTypes)[number];
export type TimelineType = (typeof timelineTypes)[number];
