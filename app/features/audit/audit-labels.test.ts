import { expect, test } from 'vitest';
import { labelAction, labelDetails } from './audit-labels.ts';

test('returns an unknown action unchanged', () => {
  const label = (action: string) => labelAction({ action, details: { role: 'admin' } });

  expect(label('apiKeys.deactivate')).toBe('Deactivated the key');
  expect(label('moons.rise')).toBe('moons.rise');
});

test('adds the reason of a refusal, and leaves it out of the details', () => {
  const details = { reason: 'wrong password' };

  expect(labelAction({ action: 'session.refuse', details })).toBe(
    'Could not sign in: wrong password',
  );
  expect(labelDetails(details)).toEqual([]);
});

test('labels details and returns unknown ones unchanged', () => {
  expect(
    labelDetails({
      permissions: { from: 'leads:create', to: null },
      expiresAt: { from: null, to: '2027-01-31T18:00:00.000Z' },
      steps: { from: 'Website: New', to: null },
      name: { from: 'Old', to: 'New' },
      overlap: 'now',
      rateLimit: { from: null, to: '0' },
      issuer: 'https://id.example',
      moons: 2,
      role: 'admin',
    }),
  ).toEqual([
    { label: 'moons', value: '2' },
    { label: 'Name', from: 'Old', value: 'New' },
    { label: 'Access', from: 'Send leads', value: 'None' },
    { label: 'Expires', from: 'Never', value: new Date('2027-01-31T18:00:00.000Z') },
    { label: 'Steps', from: 'Website: New', value: 'Any' },
    { label: 'Rate limit', from: 'Default', value: 'No limit' },
    { label: 'Old key stops', value: 'Immediately' },
    { label: 'Role', value: 'Admin' },
    { label: 'Provider', value: 'https://id.example' },
  ]);
  expect(labelDetails({ rateLimit: '50' })).toEqual([
    { label: 'Rate limit', value: '50 per second' },
  ]);
  expect(
    labelDetails({
      timeZone: { from: 'UTC', to: 'Asia/Kathmandu' },
      country: { from: null, to: 'NP' },
    }),
  ).toEqual([
    { label: 'Time zone', from: 'UTC', value: 'Asia/Kathmandu' },
    { label: 'Country', from: 'Unknown', value: 'Nepal' },
  ]);
  expect(labelDetails(null)).toEqual([]);
});
