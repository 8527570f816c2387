import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { isTransient } from '#db/errors.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import type { AdditionOutcome } from '#db/values/comparison.ts';
import { type BatchItem, createLeads, originOf } from '../intake/create-lead.ts';
import type { Intake } from '../intake/intake.ts';
import { requestDatabaseMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';
import { PublicError, toPublicError } from '../public-api/response.ts';
import { readSentObject } from '../replay/read-sent-lead.ts';
import { type ApiKeyActor, isLimited, type UserActor } from '../services/actor.ts';
import { recordAudit } from '../services/audit/record-audit.ts';
import { lockCompany } from '../services/companies/lock-company.ts';
import { InFlightError, InvalidError, NotFoundError } from '../services/errors.ts';
import { recordLeadEvents } from '../services/leads/lead-changes.ts';
import { stepNotFound } from '../services/leads/read-leads.ts';
import { findAbsent } from './compare-leads.ts';

interface AdditionDependencies {
  db: Database;
  intake: Intake;
  log: Logger;
}

/** A row of a file. */
export interface MissingRow {
  /** Its number in the file. */
  row: number;
  externalLeadId: string;
  /** All of the row by header, name, phones and email under their names. */
  values: Record<string, string>;
}

interface Addition {
  /** As which the leads are sent. */
  apiKeyId: string;
  stepId: string;
  /** What the rows come from: the name of a file. */
  source: string;
  rows: readonly MissingRow[];
}

export interface AdditionResult {
  row: number;
  outcome: AdditionOutcome;
  /** Why it was refused, as the API says it. */
  message: string;
  leadId: string | null;
}

/** @throws NotFoundError, InvalidError */
async function findSender(
  { keys }: Pick<Intake, 'keys'>,
  companyId: string,
  apiKeyId: string,
): Promise<ApiKeyActor> {
  const sender = await keys.findActor(companyId, apiKeyId);
  if (!sender) throw new NotFoundError('API key not found');
  if (sender.isTestKey) {
    throw new InvalidError('What a test key sends are tests. Choose another key', 'apiKeyId');
  }
  if (!sender.permissions.includes('leads:create')) {
    throw new InvalidError('This key may not send leads. Choose another one', 'apiKeyId');
  }
  return sender;
}

/**
 * @returns the name of the step with that of its funnel
 * @throws NotFoundError, InvalidError
 */
async function findPlace(tx: Transaction, sender: ApiKeyActor, stepId: string): Promise<string> {
  const { companyId, funnelIds, stepIds } = sender;
  const [step] = await tx
    .select({
      name: steps.name,
      archivedAt: steps.archivedAt,
      funnel: { id: funnels.id, name: funnels.name, archivedAt: funnels.archivedAt },
    })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(steps.companyId, companyId), eq(steps.id, stepId)));
  if (!step) throw new NotFoundError(stepNotFound);
  if (step.archivedAt || step.funnel.archivedAt) {
    throw new InvalidError('This step is archived. Choose another one', 'stepId');
  }
  if (isLimited(sender) && !stepIds.includes(stepId) && !funnelIds.includes(step.funnel.id)) {
    throw new InvalidError('The key may not send to this step. Choose another one', 'stepId');
  }
  return `${step.funnel.name}: ${step.name}`;
}

/** As the sender's own request would be read; or why it would be refused. */
async function readRow(
  sender: ApiKeyActor,
  stepId: string,
  { externalLeadId, values }: MissingRow,
): Promise<BatchItem['submission'] | string> {
  const ofKey = { ...sender, country: sender.country ?? undefined, keepsAnswers: true };
  const lead = await readSentObject({ ...values, externalLeadId }, ofKey, stepId);
  if (lead instanceof PublicError) return lead.message;
  if (lead.isTest) return 'The row says that it is a test';
  // The mapping of the key may read another column: the lead would be missing again.
  return { ...lead.submission, externalLeadId, origin: originOf(sender, false), requestId: null };
}

/**
 * Creates the leads of rows that are missing, as if they had been sent with a key, and says so on their
 * timelines. One call of a company at a time looks for leads that have arrived meanwhile, so that none
 * is added twice.
 *
 * @returns what became of each row, in their order
 * @throws NotFoundError, InvalidError
 */
export async function addLeads(
  { db, intake, log }: AdditionDependencies,
  actor: UserActor,
  { apiKeyId, stepId, source, rows }: Addition,
): Promise<AdditionResult[]> {
  const { companyId } = actor;
  const sender = await findSender(intake, companyId, apiKeyId);

  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const place = await findPlace(tx, sender, stepId);
    const ids = rows.map(({ externalLeadId }) => externalLeadId);
    const absent = await findAbsent(tx, companyId, ids);
    const missing = new Set(
      absent.filter(({ isDeleted }) => !isDeleted).map(({ index }) => ids[index]),
    );
    const results = new Map<number, Omit<AdditionResult, 'row'>>();
    const items: BatchItem[] = [];
    for (const [index, row] of rows.entries()) {
      // Of several rows with an id, the first one counts.
      if (!missing.delete(row.externalLeadId)) {
        results.set(index, { outcome: 'present', message: '', leadId: null });
        continue;
      }
      const read = await readRow(sender, stepId, row);
      if (typeof read !== 'string') items.push({ index, submission: read });
      else results.set(index, { outcome: 'refused', message: read, leadId: null });
    }

    const until = performance.now() + requestDatabaseMs;
    const created = await createLeads(intake, sender, items, { until, isDryRun: false });
    for (const [place, { index }] of items.entries()) {
      const outcome = created[place];
      if (outcome) results.set(index, resultOf(outcome, log));
    }
    const added = [...results.values()].flatMap(({ outcome, leadId }) =>
      outcome === 'added' && leadId !== null ? [leadId] : [],
    );
    if (added.length > 0) {
      const events = added.map((leadId) => ({ leadId, type: 'added' as const, from: source }));
      await recordLeadEvents(tx, actor, events);
      await recordAudit(tx, actor, {
        action: 'comparison.add',
        subject: { id: apiKeyId, name: sender.name },
        details: { leads: added.length, step: place, file: source },
      });
    }
    return rows.flatMap(({ row }, index) => {
      const result = results.get(index);
      return result ? [{ row, ...result }] : [];
    });
  });
}

type Created = Awaited<ReturnType<typeof createLeads>>[number];

function resultOf(created: Created, log: Logger): Omit<AdditionResult, 'row'> {
  if (created.status === 'fulfilled') {
    const { kind, lead } = created.value;
    return { outcome: kind === 'created' ? 'added' : 'present', message: '', leadId: lead.id };
  }
  const { reason } = created;
  if (isTransient(reason) || reason instanceof InFlightError) {
    return { outcome: 'failed', message: 'It could not be stored now. Try again', leadId: null };
  }
  const known = toPublicError(reason);
  if (!known) logFailure(log, 'a missing lead could not be added', reason);
  return { outcome: 'refused', message: known?.message ?? 'It could not be stored', leadId: null };
}
