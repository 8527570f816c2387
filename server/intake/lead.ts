import type { leads } from '#db/schema/leads.ts';

type LeadColumns = typeof leads.$inferInsert;

/** Columns that intake sets by itself; all others come with the submission. */
type OwnColumns =
  | 'companyId'
  | 'id'
  | 'contactId'
  | 'apiKeyId'
  | 'status'
  | 'priority'
  | 'temperature'
  | 'source'
  | 'medium'
  | 'channel'
  | 'createdAt'
  | 'day';

/** A submission, checked and trimmed. Phones are digits with country code. */
export interface Submission extends Omit<LeadColumns, OwnColumns | 'phones' | 'segment'> {
  phones?: string[] | undefined;
  segment?: string | undefined;
}

/**
 * A lead as it is stored, and its contact with it. The database adds the time, and the day in the
 * time zone of the company.
 */
export type LeadRow = Omit<LeadColumns, 'createdAt' | 'day'> & {
  apiKeyId: string;
  timeZone: string;
};

/** What the sender is told of its lead: the ten published fields. */
export interface Lead
  extends Pick<
    LeadRow,
    | 'id'
    | 'contactId'
    | 'segment'
    | 'status'
    | 'priority'
    | 'temperature'
    | 'source'
    | 'medium'
    | 'channel'
  > {
  /** ISO 8601, UTC, milliseconds: the database's clock. */
  createdAt: string;
}

/** What every lead is at first. */
export const initialState = { status: 'new', priority: 'medium', temperature: 'warm' } as const;

/**
 * How a request is recognized when it is sent again, within the company. At least one of the two.
 * Each is a UUID, the first 128 bits of a SHA-256.
 */
export interface IdempotencyKeys {
  /** Of its `Idempotency-Key`, with a digest of step and body to notice that it came with others. */
  request?: { key: string; digest: string } | undefined;
  /** Of step, name, phones and external id. */
  naturalKey?: string | undefined;
}
