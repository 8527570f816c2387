import { newId } from '#db/id.ts';
import type { IntakeGroup } from '#db/intake-group.ts';
import {
  type BodyState,
  type IntakeOutcome,
  needsPerson,
  type RequestHeaders,
} from '#db/values/intake-log.ts';
import { maxBodyBytes, maxStoredMessage } from '../limits.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { hasLead, type ItemEnd, type RequestEnd } from './request-end.ts';

/** What requests are grouped by. */
export interface LogGroup extends IntakeGroup {
  companyId: string;
  outcome: IntakeOutcome;
  /** Of the company. */
  timeZone: string;
}

/** An entry of the intake log, with the body that is to be stored. */
export interface LogRow extends LogGroup {
  id: string;
  message: string;
  requestId: string;
  leadId: string | null;
  item: number | null;
  ignoredFields: readonly string[];
  body: BodyState;
  bytes: Uint8Array | undefined;
  headers: RequestHeaders | undefined;
  /** When it was answered, by `Date.now()`. */
  at: number;
}

/** Makes a copy: a slice would keep the whole text in memory. */
const cut = (text: string) =>
  text.length > maxStoredMessage ? `${Buffer.from(text.slice(0, maxStoredMessage))}…` : text;

/** What is known of a request, or of one lead of a batch. */
type End = Pick<
  RequestEnd,
  'status' | 'isReplayed' | 'isHeld' | 'message' | 'cause' | 'leadId' | 'body'
>;

function outcomeOf(end: End): IntakeOutcome {
  const { status, isReplayed, isHeld } = end;
  if (status >= 400) return 'refused';
  if (isHeld) return 'held';
  if (!hasLead(end)) return 'answered';
  return isReplayed ? 'replayed' : 'created';
}

/** What sending it again needs; the form of a submission also for reading it again. */
function headersOf(
  outcome: IntakeOutcome,
  { headers, submission }: RequestEnd,
): RequestHeaders | undefined {
  const sent = needsPerson(outcome) ? headers : undefined;
  return submission ? { ...sent, submission } : sent;
}

function bodyStateOf({ keepsBodies }: ApiKeyActor, end: Pick<RequestEnd, 'status' | 'body'>) {
  if (!keepsBodies) return 'off';
  if (!end.body) return end.status === 413 ? 'tooLarge' : 'notRead';
  return end.body.byteLength > maxBodyBytes ? 'tooLarge' : 'stored';
}

function rowOf(actor: ApiKeyActor, request: RequestEnd, end: End): LogRow {
  const outcome = outcomeOf(end);
  const leadId = end.leadId ?? null;
  const body = bodyStateOf(actor, end);
  return {
    companyId: actor.companyId,
    id: outcome === 'created' && leadId !== null ? leadId : newId(),
    apiKeyId: actor.apiKeyId,
    stepId: request.stepId ?? null,
    status: end.status,
    outcome,
    cause: end.cause ?? '',
    timeZone: actor.timeZone,
    message: cut(end.message ?? ''),
    requestId: request.requestId,
    leadId,
    item: null,
    ignoredFields: request.ignoredFields ?? [],
    body,
    bytes: body === 'stored' ? end.body : undefined,
    headers: headersOf(outcome, request),
    at: request.endedAt ?? Date.now(),
  };
}

const itemRow = (actor: ApiKeyActor, request: RequestEnd, end: ItemEnd, item: number): LogRow => ({
  ...rowOf(actor, request, end),
  item,
  ignoredFields: [],
});

/** The entries of a request with a known key: its own, then one for each lead of a batch. */
export function logRowsOf(actor: ApiKeyActor, end: RequestEnd): LogRow[] {
  const { items } = end;
  if (!items) return [rowOf(actor, end, end)];

  const batch = rowOf(actor, end, { ...end, body: undefined });
  return [
    { ...batch, outcome: 'batch', cause: '', body: actor.keepsBodies ? 'perLead' : 'off' },
    ...items.map((item, index) => itemRow(actor, end, item, index)),
  ];
}
