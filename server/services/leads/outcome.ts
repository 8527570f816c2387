import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import {
  type LeadOutcome,
  type LeadStatus,
  leadStatuses,
  outcomeOf,
  statusOfOutcome,
} from '#db/values/leads.ts';
import { instantOf } from '../sql.ts';
import type { LeadEventEntry } from './lead-changes.ts';

/** The status of a lead, and what belongs to it. */
export const outcomeColumns = {
  status: leads.status,
  lostReason: leads.lostReason,
  wonAmount: leads.wonAmount,
  wonCurrency: leads.wonCurrency,
};

export interface Amount {
  /** `1200.50` */
  amount: string;
  /** ISO 4217. */
  currency: string;
}

interface Outcome {
  status: LeadStatus;
  lostReason: string | null;
  wonAmount: string | null;
  wonCurrency: string | null;
}

/** As the timeline has it: `1200.50 BRL`. */
export const amountText = (amount: Amount | null): string | null =>
  amount && `${amount.amount} ${amount.currency}`;

export const amountOf = ({ wonAmount, wonCurrency }: Outcome): Amount | null =>
  wonAmount !== null && wonCurrency !== null ? { amount: wonAmount, currency: wonCurrency } : null;

const textsOf = (lead: Outcome) => ({
  lostReason: lead.lostReason,
  wonAmount: amountText(amountOf(lead)),
});

export type OutcomeTexts = ReturnType<typeof textsOf>;

const outcomeFields = ['lostReason', 'wonAmount'] as const;
export const none: OutcomeTexts = { lostReason: null, wonAmount: null };

/**
 * What the columns become with another status, which is a contact: a reason belongs to a lost lead and an
 * amount to a won one.
 *
 * @param at of the change
 */
export const columnsOfStatus = (status: LeadStatus, at: Date) => ({
  status,
  firstContactAt: sql`coalesce(${leads.firstContactAt}, ${instantOf(at)})`,
  ...(outcomeOf(status) !== 'lost' && { lostReason: null }),
  ...(outcomeOf(status) !== 'won' && { wonAmount: null, wonCurrency: null }),
});

/**
 * What the columns become when a change of status is taken back, without what `restoreOutcomes` restores. A
 * contact that was only this change was none.
 */
export const columnsBefore = (status: LeadStatus, changedAt: Date) => ({
  status,
  firstContactAt: sql`nullif(${leads.firstContactAt}, ${instantOf(changedAt)})`,
  lostReason: null,
  wonAmount: null,
  wonCurrency: null,
});

/** The lines of a timeline for another status. */
export function eventsOfStatus(
  lead: Outcome & { id: string },
  to: LeadStatus,
  after: OutcomeTexts = keptWith(lead, to),
): LeadEventEntry[] {
  const before = textsOf(lead);
  const ended = outcomeFields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));

  return [
    { leadId: lead.id, type: 'status', from: lead.status, to },
    ...ended.map((change) => ({ leadId: lead.id, type: 'edited' as const, ...change })),
  ];
}

function keptWith(lead: Outcome, status: LeadStatus): OutcomeTexts {
  const { lostReason, wonAmount } = textsOf(lead);
  const outcome = outcomeOf(status);
  return {
    lostReason: outcome === 'lost' ? lostReason : null,
    wonAmount: outcome === 'won' ? wonAmount : null,
  };
}

/** Reasons and amounts before a change of that time, by lead; leads without them are left out. */
export async function readOutcomesBefore(
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
  changedAt: Date,
): Promise<Map<string, OutcomeTexts>> {
  const rows = await tx
    .select({ leadId: leadEvents.leadId, field: leadEvents.field, from: leadEvents.from })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        inArray(leadEvents.leadId, [...ids]),
        eq(leadEvents.type, 'edited'),
        inArray(leadEvents.field, [...outcomeFields]),
        eq(leadEvents.createdAt, changedAt),
      ),
    );
  const found = new Map<string, OutcomeTexts>();
  for (const { leadId, field, from } of rows) {
    found.set(leadId, { ...(found.get(leadId) ?? none), [String(field)]: from });
  }
  return found;
}

/** Gives leads the reasons and amounts again that `readOutcomesBefore` has found. */
export async function restoreOutcomes(
  tx: Transaction,
  companyId: string,
  before: ReadonlyMap<string, OutcomeTexts>,
): Promise<void> {
  if (before.size === 0) return;

  const rows = Array.from(before, ([id, { lostReason, wonAmount }]) => {
    const [amount = null, currency = null] = wonAmount?.split(' ') ?? [];
    return { id, lostReason, amount, currency };
  });
  const column = (name: keyof (typeof rows)[number]) => sql.param(rows.map((row) => row[name]));
  await tx.execute(sql`
    update leads
    set lost_reason = row.reason, won_amount = row.amount::numeric, won_currency = row.currency
    from unnest(${column('id')}::uuid[], ${column('lostReason')}::text[],
      ${column('amount')}::text[], ${column('currency')}::text[])
      as row (id, reason, amount, currency)
    where leads.company_id = ${companyId}::uuid and leads.id = row.id`);
}

interface Move {
  id: string;
  status: LeadStatus;
  /** Marks of the steps. */
  left: LeadOutcome | null;
  entered: LeadOutcome | null;
}

const ended = Object.values(statusOfOutcome);

/** The statuses that leads had before they were won or lost. */
async function readOpenStatuses(tx: Transaction, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, LeadStatus>();

  const rows = await tx
    .selectDistinctOn([leadEvents.leadId], { leadId: leadEvents.leadId, from: leadEvents.from })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        inArray(leadEvents.leadId, [...ids]),
        eq(leadEvents.type, 'status'),
        inArray(leadEvents.to, ended),
        notInArray(leadEvents.from, ended),
      ),
    )
    .orderBy(leadEvents.leadId, desc(leadEvents.createdAt), desc(leadEvents.id));
  return new Map(
    rows.flatMap(({ leadId, from }) => {
      const status = leadStatuses.find((each) => each === from);
      return status ? [[leadId, status] as const] : [];
    }),
  );
}

/**
 * The other statuses that leads get by moves: that of the mark of the step that they come into. A lead that
 * ended so leaves its marked step with the status that it had before.
 */
export async function statusesOfMoves(
  tx: Transaction,
  companyId: string,
  moves: readonly Move[],
): Promise<Map<string, LeadStatus>> {
  const isReopened = ({ status, left, entered }: Move) =>
    entered === null && left !== null && status === statusOfOutcome[left];
  const reopened = moves.filter(isReopened).map(({ id }) => id);
  const before = await readOpenStatuses(tx, companyId, reopened);

  return new Map(
    moves.flatMap((move): [string, LeadStatus][] => {
      if (move.entered) {
        const status = statusOfOutcome[move.entered];
        return status === move.status ? [] : [[move.id, status]];
      }
      return isReopened(move) ? [[move.id, before.get(move.id) ?? 'contacted']] : [];
    }),
  );
}
