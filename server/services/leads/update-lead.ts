import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import {
  type LeadPriority,
  type LeadStatus,
  type LeadTemperature,
  outcomeOf,
} from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { getLostReasons } from '../companies/lost-reasons.ts';
import { ConflictError, InvalidError, NotFoundError } from '../errors.ts';
import { type ChangedLead, getChangedLead } from './get-lead.ts';
import { assertUnchanged, type Edit, type LeadEventEntry, readTime } from './lead-changes.ts';
import { isLead } from './lock-lead.ts';
import {
  type Amount,
  amountOf,
  amountText,
  columnsOfStatus,
  eventsOfStatus,
  outcomeColumns,
} from './outcome.ts';
import { saveLeads } from './save-leads.ts';

interface LeadChanges {
  id: string;
  status?: Edit<LeadStatus> | undefined;
  priority?: Edit<LeadPriority> | undefined;
  temperature?: Edit<LeadTemperature> | undefined;
  /** Of a lost lead, one of the list of the company; `null`: none. */
  lostReason?: Edit<string | null> | undefined;
  /** Of a won lead; `null`: unknown. */
  wonAmount?: Edit<Amount | null> | undefined;
}

const plainFields = ['priority', 'temperature'] as const;

async function lockState(tx: Transaction, actor: CompanyActor, id: string) {
  const [lead] = await tx
    .select({
      id: leads.id,
      ...outcomeColumns,
      priority: leads.priority,
      temperature: leads.temperature,
    })
    .from(leads)
    .where(isLead(actor, id))
    .for('no key update');
  if (!lead) throw new NotFoundError('Lead not found');

  return lead;
}

type LockedLead = Awaited<ReturnType<typeof lockState>>;

async function assertReason(
  tx: Transaction,
  { companyId }: CompanyActor,
  reason: string | null,
): Promise<void> {
  if (reason === null || (await getLostReasons(tx, companyId)).includes(reason)) return;
  throw new InvalidError(
    'This reason is not on the list any more. Choose another one',
    'lostReason',
  );
}

/** The values of a reason and an amount that really change, as the timeline has them. */
async function outcomeEdits(
  tx: Transaction,
  actor: CompanyActor,
  lead: LockedLead,
  { status, lostReason, wonAmount }: LeadChanges,
): Promise<{ set: PgUpdateSetSource<typeof leads>; events: LeadEventEntry[] }> {
  const outcome = outcomeOf(status?.to ?? lead.status);
  const set: PgUpdateSetSource<typeof leads> = {};
  const events: LeadEventEntry[] = [];
  const add = async (field: string, stored: string | null, edit: Edit<string | null>) => {
    const change = { leadId: lead.id, type: 'edited' as const, field };
    const seen = { from: edit.from ?? '', to: edit.to ?? '' };
    const { companyId } = actor;
    await assertUnchanged(tx, { companyId, ...change }, stored ?? '', seen);
    if (edit.to !== stored) events.push({ ...change, from: stored, to: edit.to });
    return edit.to !== stored;
  };

  if (lostReason) {
    if (outcome !== 'lost') throw new ConflictError('The lead is not lost any more');
    if (await add('lostReason', lead.lostReason, lostReason)) {
      await assertReason(tx, actor, lostReason.to);
      set.lostReason = lostReason.to;
    }
  }
  if (wonAmount) {
    if (outcome !== 'won') throw new ConflictError('The lead is not won any more');
    const texts = { from: amountText(wonAmount.from), to: amountText(wonAmount.to) };
    if (await add('wonAmount', amountText(amountOf(lead)), texts)) {
      set.wonAmount = wonAmount.to?.amount ?? null;
      set.wonCurrency = wonAmount.to?.currency ?? null;
    }
  }
  return { set, events };
}

/**
 * Sets what is given, all or nothing. Each value that really changes becomes an event on the
 * timeline. The first change of the status counts as the first contact.
 *
 * @throws NotFoundError
 * @throws LeadConflictError when another change of one of the values came first
 * @throws ConflictError for a reason or an amount, when the lead is not lost or won
 * @throws InvalidError for a reason that is not on the list
 */
export function updateLead(
  db: Database,
  actor: CompanyActor,
  { id, ...edits }: LeadChanges,
): Promise<ChangedLead> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const lead = await lockState(tx, actor, id);
    const { status, priority, temperature } = edits;
    const events: LeadEventEntry[] = [];
    if (status) {
      await assertUnchanged(tx, { companyId, leadId: id, type: 'status' }, lead.status, status);
      if (status.to !== lead.status) events.push(...eventsOfStatus(lead, status.to));
    }
    const isOther = events.length > 0;
    for (const type of plainFields) {
      const edit = edits[type];
      if (!edit) continue;
      await assertUnchanged(tx, { companyId, leadId: id, type }, lead[type], edit);
      if (edit.to !== lead[type]) events.push({ leadId: id, type, from: lead[type], to: edit.to });
    }
    const outcome = await outcomeEdits(tx, actor, lead, { id, ...edits });
    events.push(...outcome.events);
    if (events.length === 0) return getChangedLead(tx, actor, { id, changedAt: null });

    const at = await readTime(tx, companyId);
    const set = {
      ...(isOther && status && columnsOfStatus(status.to, at)),
      priority: priority?.to,
      temperature: temperature?.to,
      ...outcome.set,
    };
    await saveLeads(tx, actor, { ids: [id], set, events, at });
    return getChangedLead(tx, actor, { id, changedAt: at });
  });
}
