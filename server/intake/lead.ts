import type { leads } from '#db/schema/leads.ts';

type LeadColumns = typeof leads.$inferInsert;

/** Columns that are null until members work on the lead. */
type LaterColumns =
  | 'ownerId'
  | 'assignedAt'
  | 'openedAt'
  | 'firstContactAt'
  | 'followUpAt'
  | 'deletedAt';

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
  | 'searchWords'
  | 'createdAt'
  | 'day'
  | LaterColumns;

/** A submission, checked and trimmed. Phones are digits with country code. */
export interface Submission extends Omit<LeadColumns, OwnColumns | 'phones' | 'segment'> {
  phones?: string[] | undefined;
  segment?: string | undefined;
  /**
   * What was said and is not stored as it was said, by field: it belongs to the natural key, so that no
   * two persons are taken for one.
   */
  unstored?: Record<string, unknown> | undefined;
}

/**
 * A lead as it is stored, and its contact with it. The database adds the time, and the day in the
 * time zone of the company.
 */
export type LeadRow = Omit<LeadColumns, 'createdAt' | 'day' | 'contactId' | LaterColumns> & {
  /** Null for a test. */
  contactId: string | null;
  apiKeyId: string;
  timeZone: string;
};

/** A lead in the answer to its sender: the ten published fields. */
export interface Lead
  extends Pick<
    LeadRow,
    'id' | 'segment' | 'status' | 'priority' | 'temperature' | 'source' | 'medium' | 'channel'
  > {
  /** For a test the ID of the lead. */
  contactId: string;
  /** ISO 8601, UTC, milliseconds: the database's clock. */
  createdAt: string;
}

/** Leads of test keys, or sent as tests. They have no contact, no words of the search index, no counter. */
export const isTest = ({ origin }: Pick<LeadColumns, 'origin'>) => origin === 'test';

/**
 * How a request is recognized when it is sent again, within the company. At least one of the two.
 * Each is a UUID, the first 128 bits of a SHA-256.
 */
export interface IdempotencyKeys {
  /** Of its `Idempotency-Key`, with a digest of step and body to notice that it came with others. */
  request?: { key: string; digest: string } | undefined;
  /** Of step, external id and everything that a person said. */
  naturalKey?: string | undefined;
}
