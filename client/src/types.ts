/** What the API takes and answers. A test holds these types to the OpenAPI document. */

export type LeadStatus =
  | 'new'
  | 'contacted'
  | 'qualified'
  | 'nurturing'
  | 'unqualified'
  | 'converted'
  | 'lost';
export type LeadPriority = 'low' | 'medium' | 'high' | 'urgent';
export type LeadTemperature = 'cold' | 'warm' | 'hot';

/** Kept as text; a number keeps its digits. */
export type Identifier = string | number | null;

/**
 * A lead to be created. A name, a phone or an email address is enough. `null`, blank text, `[]` and `{}`
 * mean that a field is absent. What cannot be read is kept as sent, and longer text is cut; the warnings
 * of the result name both.
 */
export interface NewLead {
  /** 1 to 200 characters. Blank or absent: the email address, or the first phone. */
  name?: string | null;
  /** Up to 20 numbers with country code. Spaces, dashes, brackets and a leading `+` or `00` are taken off. */
  phones?: string[] | null;
  /** One address. */
  email?: string | null;
  /** What the person wrote, up to 10,000 characters. */
  message?: string | null;
  /** Free-text label, up to 200 characters; the answer repeats it. */
  segment?: string | null;
  /** Id of the lead where it comes from. The same lead sent again with it creates no second one. */
  externalLeadId?: Identifier;
  campaignName?: string | null;
  adName?: string | null;
  adsetName?: string | null;
  formId?: Identifier;
  pageId?: Identifier;
  pageName?: string | null;
  utmSource?: string | null;
  utmMedium?: string | null;
  utmCampaign?: string | null;
  utmTerm?: string | null;
  utmContent?: string | null;
  /** Google click identifier. */
  gclid?: string | null;
  /** Google click identifier, from an app. */
  gbraid?: string | null;
  /** Google click identifier, from the web. */
  wbraid?: string | null;
  /** Facebook click identifier. */
  fbclid?: string | null;
  /** Microsoft click identifier. */
  msclkid?: string | null;
  /** TikTok click identifier. */
  ttclid?: string | null;
  /** LinkedIn click identifier. */
  liFatId?: string | null;
  /** Of a lead from Meta: `fb` or `ig`. */
  platform?: string | null;
  /** Of a lead from Meta: `true` when no ad led to it. */
  isOrganic?: boolean | null;
  /** Up to 50 values of your own, by name. */
  customFields?: Record<string, string | number | boolean | null> | null;
}

/** A lead as it was created. */
export interface Lead {
  id: string;
  contactId: string;
  segment: string;
  status: LeadStatus;
  priority: LeadPriority;
  temperature: LeadTemperature;
  source: string;
  medium: string;
  channel: string;
  /** ISO 8601 in UTC, with milliseconds. */
  createdAt: string;
}

/** What a dry run would create. The ids are `null` unless the lead exists already. */
export interface LeadPreview extends Omit<Lead, 'id' | 'contactId'> {
  id: string | null;
  contactId: string | null;
}

/** A lead as it is now. */
export interface StoredLead extends Lead {
  stepId: string;
  externalLeadId: string | null;
}

/** What the API key is and may do. */
export interface Key {
  id: string;
  name: string;
  /** Leads sent with a test key (`rehearsal`) are tests. */
  kind: 'live' | 'rehearsal';
  permissions: ('leads:create' | 'leads:read')[];
  expiresAt: string | null;
  /** Requests a second; `null` without a limit. */
  rateLimit: number | null;
  application: { name: string };
  company: { id: string; name: string; slug: string };
  /** Where it may create leads; `null` for every step. */
  limitedTo: { funnelIds: string[]; stepIds: string[] } | null;
}

export interface Step {
  id: string;
  name: string;
  position: number;
}

export interface Funnel {
  id: string;
  name: string;
  steps: Step[];
}

/**
 * Why a request was refused: the sections of the page of errors, which `LeadgateError.docs` leads
 * to. `redirect`: the answer sends elsewhere, and is not followed. `unknown`: the answer names no
 * reason, as those of proxies do not.
 */
export type ErrorKind =
  | 'malformed-request'
  | 'host-required'
  | 'body-ended-early'
  | 'not-utf8'
  | 'not-json'
  | 'not-object'
  | 'too-deep'
  | 'invalid-fields'
  | 'key-required'
  | 'key-invalid'
  | 'key-expired'
  | 'key-of-other-application'
  | 'key-over-http'
  | 'step-not-allowed'
  | 'reading-not-allowed'
  | 'lead-not-found'
  | 'not-found'
  | 'unknown-host'
  | 'step-not-found'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'body-timeout'
  | 'key-in-flight'
  | 'body-too-large'
  | 'batch-body-too-large'
  | 'batch-too-large'
  | 'not-json-type'
  | 'not-utf8-type'
  | 'compressed'
  | 'expectation-failed'
  | 'key-misused'
  | 'rate-exceeded'
  | 'too-many-failed-keys'
  | 'headers-too-large'
  | 'internal'
  | 'unavailable'
  | 'unknown-address'
  | 'address-paused'
  | 'sender-not-verified'
  | 'submission-not-read'
  | 'redirect'
  | 'unknown';

/** What is wrong with one field. */
export interface FieldIssue {
  /** As it was sent: `phones[1]`. */
  path: string;
  /** JSON Pointer to it in the body, for a lead of many in the lead; absent for a header. */
  pointer?: string;
  message: string;
  /** For programs: `required`, `invalid_phone`, `too_long`, … */
  code: string;
}

/** The body of a failure (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  requestId: string;
  issues: FieldIssue[];
  /** What would not have refused the request. */
  warnings: FieldIssue[];
}

/** A lead that a batch has accepted. */
export interface AcceptedLead<L, Status extends number> {
  index: number;
  status: Status;
  replayed?: true;
  data: L;
  /** What was not read as it was sent. */
  warnings?: FieldIssue[];
}

/** A lead that a batch has refused. */
export interface RefusedLead {
  index: number;
  status: number;
  error: string;
  /** As in a problem. */
  type?: string;
  issues?: FieldIssue[];
  warnings?: FieldIssue[];
}

/** The data of the answer to a batch. */
export interface Batch<L, Status extends number> {
  created: number;
  replayed: number;
  failed: number;
  results: (AcceptedLead<L, Status> | RefusedLead)[];
}

/** What became of one lead: either `lead` or `error` is there. */
export type BatchResult<L = Lead> =
  | {
      /** Place in the list, from 0. */
      index: number;
      lead: L;
      /** Whether an earlier request had created it, which may be an earlier attempt of this call. */
      replayed: boolean;
      /** What was not read as it was sent. */
      warnings: readonly FieldIssue[];
      error?: undefined;
    }
  | {
      index: number;
      lead?: undefined;
      replayed?: undefined;
      warnings?: undefined;
      error: {
        /** As for a lead that is sent alone. */
        status: number;
        kind: ErrorKind | (string & {});
        message: string;
        docs: string | undefined;
        /** What is wrong with each field; empty when it is something else. */
        issues: readonly FieldIssue[];
        /** Whether the lead may have been created all the same: the server failed, or no answer came. */
        mayBeStored: boolean;
      };
    };
