// Peer 2: the same endpoint as most teams write it. A route handler asks the database for the key
// and for the step, validates with zod, and inserts the contact and the lead with drizzle.
import { and, eq, isNull } from 'drizzle-orm';
import { NextResponse } from 'next/server';
import { v7 } from 'uuid';
import { z } from 'zod';
import { steps } from '#db/schema/funnels.ts';
import { contacts, leads } from '#db/schema/leads.ts';
import { createLeadInput } from '#server/public-api/lead-schema.ts';
import { db } from '../../../../../lib/db.ts';
import { findApiKey } from '../../../../../lib/find-api-key.ts';

interface Props {
  params: Promise<{ stepId: string }>;
}

const failure = (status: number, error: string) =>
  NextResponse.json({ success: false, error }, { status });

export async function POST(request: Request, { params }: Props) {
  const secret = request.headers.get('x-api-key');
  if (!secret) return failure(401, 'API Key required');
  const key = await findApiKey(secret);
  if (!key) return failure(401, 'Invalid or inactive API Key');

  const { stepId } = await params;
  const parsed = createLeadInput.safeParse({ ...(await request.json()), stepId });
  if (!parsed.success) return failure(400, z.prettifyError(parsed.error));

  const { companyId } = key;
  const step = await db.query.steps.findFirst({
    where: and(eq(steps.companyId, companyId), eq(steps.id, stepId), isNull(steps.archivedAt)),
  });
  if (!step) return failure(404, 'Funnel step not found');

  const { name, phones = [], email, segment = '', ...attribution } = parsed.data;
  const contactId = v7();
  await db.insert(contacts).values({ companyId, id: contactId, name, phones, email });
  const [lead] = await db
    .insert(leads)
    .values({
      ...attribution,
      companyId,
      id: v7(),
      contactId,
      name,
      phones,
      email,
      segment,
      status: 'new',
      priority: 'medium',
      temperature: 'warm',
      source: attribution.utmSource ?? 'api',
      medium: attribution.utmMedium ?? 'none',
      channel: 'other',
      origin: 'public_api',
      apiKeyId: key.id,
      requestId: crypto.randomUUID(),
    })
    .returning({
      id: leads.id,
      contactId: leads.contactId,
      segment: leads.segment,
      status: leads.status,
      priority: leads.priority,
      temperature: leads.temperature,
      source: leads.source,
      medium: leads.medium,
      channel: leads.channel,
      createdAt: leads.createdAt,
    });

  return NextResponse.json(
    { success: true, data: lead, message: 'Lead created successfully' },
    { status: 201 },
  );
}
