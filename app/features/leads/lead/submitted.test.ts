import { expect, it } from 'vitest';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { submittedData } from './submitted.tsx';

type Event = LeadDetail['events'][number];

/** Guarantee: what is read of a lead. */
const lead = (fields: object, events: Pick<Event, 'field' | 'from' | 'to'>[]) =>
  ({
    name: 'Ana',
    nameFrom: null,
    phones: ['5511'],
    unreadPhones: [],
    unreadValues: {},
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

it('has what was sent and not read, and no name that was made', () => {
  const sent = {
    nameFrom: 'phones',
    unreadPhones: ['N/A 12'],
    unreadValues: { email: 'ana at x' },
  };
  expect(submittedData(lead(sent, []))).toMatchObject({
    phones: ['5511', 'N/A 12'],
    email: 'ana at x',
  });
  expect(submittedData(lead(sent, []))).not.toHaveProperty('name');
});
