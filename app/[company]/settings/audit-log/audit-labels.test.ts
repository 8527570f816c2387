import { expect, test } from 'vitest';
import { actionWords, detailWords } from './audit-labels.ts';

test('an unknown action is shown as it is', () => {
  const say = (action: string) => actionWords({ action, details: { role: 'admin' } });

  expect(say('apiKeys.deactivate')).toBe('Deactivated the key');
  expect(say('moons.rise')).toBe('moons.rise');
});

test('a refusal comes with its reason, and not twice', () => {
  const details = { reason: 'wrong password' };

  expect(actionWords({ action: 'session.refuse', details })).toBe(
    'Could not sign in: wrong password',
  );
  expect(detailWords(details)).toEqual([]);
});

test('details are told in words, unknown ones as they are', () => {
  expect(
    detailWords({
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
    { label: 'Expires', from: 'Never', value: '31 Jan 2027, 18:00 UTC' },
    { label: 'Steps', from: 'Website: New', value: 'Any' },
    { label: 'Rate limit', from: 'As usual', value: 'No limit' },
    { label: 'Old key stops', value: 'At once' },
    { label: 'Role', value: 'Admin' },
    { label: 'Provider', value: 'https://id.example' },
  ]);
  expect(detailWords({ rateLimit: '50' })).toEqual([{ label: 'Rate limit', value: '50 a second' }]);
  expect(detailWords(null)).toEqual([]);
});
