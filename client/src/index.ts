export { createClient } from './client.ts';
export { LeadgateBatchError, LeadgateConnectionError, LeadgateError } from './errors.ts';
export type {
  BatchCallOptions,
  BatchOutcome,
  CallOptions,
  ClientOptions,
  CreatedLead,
  CreatedLeads,
  CreateOptions,
  LeadgateClient,
  LeadPage,
  ListQuery,
  PreviewedLeads,
  Simulation,
  Warnings,
} from './options.ts';
export type {
  BatchResult,
  ErrorKind,
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
