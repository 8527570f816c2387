export { createClient } from './client.ts';
export type { ErrorKind } from './errors.ts';
export { LeadgateBatchError, LeadgateConnectionError, LeadgateError } from './errors.ts';
export type {
  BatchCallOptions,
  CallOptions,
  ClientOptions,
  CreatedLead,
  CreatedLeads,
  CreateOptions,
  FieldNotes,
  LeadgateClient,
  Simulation,
} from './options.ts';
export type {
  BatchResult,
  FieldIssue,
  Funnel,
  Identifier,
  Key,
  Lead,
  LeadPreview,
  LeadPriority,
  LeadStatus,
  LeadTemperature,
  NewLead,
  Step,
  StoredLead,
} from './types.ts';
