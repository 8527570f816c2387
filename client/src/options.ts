import type { BatchResult, Funnel, Key, Lead, LeadPreview, NewLead, StoredLead } from './types.ts';

export interface ClientOptions {
  /** As Settings → API keys shows it: `https://crm.example.com/api`. */
  baseUrl: string;
  /** The secret of a key: `lk_…`. Keep it out of browsers. */
  apiKey: string;
  /** For one request with its answer; 30,000 unless given. */
  timeoutMs?: number;
  /** For a call with all its retries and waits, of a batch for each of its requests; 120,000 unless given. */
  totalTimeoutMs?: number;
  /** Requests after the first one of a call; 5 unless given, 0 for none. */
  maxRetries?: number;
  /** Sends a request; the `fetch` of the runtime unless given. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Ends all calls of the client. */
  signal?: AbortSignal;
}

export interface CallOptions {
  /** Ends the call at once, also while it waits for a retry. */
  signal?: AbortSignal;
  /** Names the call in the logs of the server: 1 to 128 visible ASCII characters. */
  requestId?: string;
}

/** A failure that a test key can have on request. */
export type Simulation =
  | '401'
  | '403'
  | '404'
  | '409'
  | '500'
  | '503'
  | `429;retry=${number}`
  | `slow=${number}s`
  | 'close;before=commit'
  | 'close;after=commit';

export interface BatchCallOptions extends CallOptions {
  /** Creates tests: kept apart from leads, and deleted after seven days. Works with any key. */
  isTest?: boolean;
  /** Refuses a lead of which anything would be kept unread, cut or joined. */
  isStrict?: boolean;
  /** Simulates a failure. Only test keys obey it. */
  simulate?: Simulation;
}

export interface CreateOptions extends BatchCallOptions {
  /**
   * Makes a later call safe: for seven days the same key with the same step and fields gives the
   * same lead. Unless given, a new one for each call, which all its retries share.
   */
  idempotencyKey?: string;
}

/** Names of fields that were not stored as they were sent. The last of a list is `…` when names are left out. */
export interface Warnings {
  /** Cannot be read, and are kept as sent: people see them in the panel. Or placeholders, which are absent. */
  unread: string[];
  /** Are unknown, or have another value than a field of the same meaning. */
  ignored: string[];
  /** Are too long: their beginning is stored. */
  truncated: string[];
}

export interface CreatedLead<L = Lead> {
  lead: L;
  warnings: Warnings;
  /** Whether an earlier request had created it, which may be an earlier attempt of this call. */
  replayed: boolean;
  /** Names the request in the logs of the server. */
  requestId: string;
}

/** What became of many leads. */
export interface BatchOutcome<L> {
  replayed: number;
  failed: number;
  /** Of all leads together. */
  warnings: Warnings;
  /** One for each lead, in their order. */
  results: BatchResult<L>[];
}

export interface CreatedLeads extends BatchOutcome<Lead> {
  created: number;
}

export interface PreviewedLeads extends BatchOutcome<LeadPreview> {
  /** Leads that would be created. */
  wouldCreate: number;
}

export interface ListQuery {
  /**
   * `after` of the page before; or a time with its zone as `2026-11-22T12:00:00Z`, for all leads from
   * then on. Absent or empty: the newest leads.
   */
  after?: string;
  /** Only leads that are in this step now. */
  stepId?: string;
  /** Leads of a page: 1 to 100; 100 unless given. */
  limit?: number;
}

/** Leads in the order in which they came. */
export interface LeadPage {
  leads: StoredLead[];
  /** For the page behind this one. Store it: the leads that come later are there. */
  after: string;
}

/**
 * Every method throws LeadgateError, LeadgateConnectionError, the reason of an aborted signal, and
 * TypeError for an argument that cannot be sent.
 */
export interface LeadgateClient {
  /** Creates a lead with its contact in a step. */
  createLead(stepId: string, lead: NewLead, options?: CreateOptions): Promise<CreatedLead>;
  /** Checks everything and creates nothing. */
  dryRunLead(
    stepId: string,
    lead: NewLead,
    options?: CreateOptions,
  ): Promise<CreatedLead<LeadPreview>>;
  /**
   * Creates any number of leads. A refused one does not refuse the others.
   *
   * @throws LeadgateBatchError when it ends before every lead has a result
   */
  createLeads(
    stepId: string,
    leads: readonly NewLead[],
    options?: BatchCallOptions,
  ): Promise<CreatedLeads>;
  /** Checks any number of leads and creates none. */
  dryRunLeads(
    stepId: string,
    leads: readonly NewLead[],
    options?: BatchCallOptions,
  ): Promise<PreviewedLeads>;
  /** Reads a lead as it is now. */
  getLead(leadId: string, options?: CallOptions): Promise<StoredLead>;
  /** The leads with an id of where they come from, the newest first. */
  findLeads(query: { externalLeadId: string }, options?: CallOptions): Promise<StoredLead[]>;
  /**
   * A page of the leads in the order in which they came. Called with the `after` of the page before, it
   * leaves none out and returns none twice. A lead is listed some seconds after it came.
   */
  listLeads(query?: ListQuery, options?: CallOptions): Promise<LeadPage>;
  /** What the key is and may do. */
  getMe(options?: CallOptions): Promise<Key>;
  /** The funnels and steps that the key may create leads in, in their order. */
  listFunnels(options?: CallOptions): Promise<Funnel[]>;
}
