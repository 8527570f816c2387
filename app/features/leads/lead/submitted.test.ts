import { expect, it } from 'vitest';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { submittedData } from './submitted.tsx';

type Event = LeadDetail['events'][number];

/** Guarantee: what is read of a lead. */
const lead = (fields: object, events: Pick<Event, 'field' | 'from' | 'to'>[]) =>
  ({
    name: 'Ana',
    phones: ['5511'],
    email: null,
    segment: '',
    message: null,
    attribution: { campaignName: 'Spring', gclid: null },
    customFields: {},
    ...fields,
    events: events.map((event) => ({ type: 'edited', ...event })),
  }) as unknown as LeadDetail;

it('leaves out what was not sent', () => {
  expect(submittedData(lead({}, []))).toEqual({
    name: 'Ana',
    phones: ['5511'],
    campaignName: 'Spring',
  });
});

it('undoes the edits of members', () => {
  const edited = lead({ email: 'new@example.test', customFields: { city: 'Porto', plan: 'pro' } }, [
    { field: 'name', from: 'Maria', to: 'Ana M' },
    { field: 'name', from: 'Ana M', to: 'Ana' },
    { field: 'phones', from: '+551, +552', to: '+5511' },
    { field: 'email', from: null, to: 'new@example.test' },
    { field: 'customFields.city', from: 'Lisbon', to: 'Porto' },
    { field: 'customFields.plan', from: null, to: 'pro' },
  ]);
  expect(submittedData(edited)).toEqual({
    name: 'Maria',
    phones: ['551', '552'],
    campaignName: 'Spring',
    customFields: { city: 'Lisbon' },
  });
});
