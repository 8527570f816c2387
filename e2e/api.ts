import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';

/** The published fields of a lead, in this order. */
export const leadFields = [
  'id',
  'contactId',
  'segment',
  'status',
  'priority',
  'temperature',
  'source',
  'medium',
  'channel',
  'createdAt',
];

const created = z.object({ data: z.object({ id: z.uuid() }) });

interface Call {
  stepId: string;
  secret: string;
}

/** Calls the public API. */
export function postLead(http: APIRequestContext, { stepId, secret }: Call, lead: object) {
  return http.post(`/api/leads/public/${stepId}`, {
    headers: { 'X-API-Key': secret },
    data: lead,
  });
}

/** Creates a lead that a test needs; throws if the API refuses it. */
export async function sendLead(
  http: APIRequestContext,
  call: Call,
  lead: object,
): Promise<{ id: string }> {
  const answer = await postLead(http, call, lead);
  if (answer.status() !== 201) throw new Error(`The lead was refused: ${await answer.text()}`);

  return created.parse(await answer.json()).data;
}
