import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';

/** What is published: exactly these fields, in this order. */
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

/** The call that other systems make. */
export function postLead(http: APIRequestContext, { stepId, secret }: Call, lead: object) {
  return http.post(`/api/leads/public/${stepId}`, {
    headers: { 'X-API-Key': secret },
    data: lead,
  });
}

/** The same for a lead that a test merely needs to be there. */
export async function sendLead(
  http: APIRequestContext,
  call: Call,
  lead: object,
): Promise<{ id: string }> {
  const answer = await postLead(http, call, lead);
  if (answer.status() !== 201) throw new Error(`The lead was refused: ${await answer.text()}`);

  return created.parse(await answer.json()).data;
}
