/** The closed lists of a lead. Free of imports, because forms in the browser read them too. */
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
/** What is stored of a timeline; its first line, `created`, is told by the lead itself. */
export const leadEventTypes = ['status', 'priority', 'temperature', 'moved'] as const;
export const timelineTypes = ['created', ...leadEventTypes] as const;

export type LeadStatus = (typeof leadStatuses)[number];
export type LeadPriority = (typeof leadPriorities)[number];
export type LeadTemperature = (typeof leadTemperatures)[number];
export type LeadOrigin = (typeof leadOrigins)[number];
export type LeadEventType = (typeof leadEventTypes)[number];
export type TimelineType = (typeof timelineTypes)[number];
