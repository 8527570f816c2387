import { describe, expect, it } from 'vitest';
import { presetNames } from '#db/values/inbound-addresses.ts';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { proofOf } from './address-form-values.ts';
import { isAddressMatch, readLines, stateOf } from './address-labels.ts';
import { presetGroups, setupSteps } from './setup-steps.ts';

const address: AddressView = {
  id: '1',
  name: 'Contact form',
  preset: 'typeform',
  hint: 'in_7Qf2…9xKd',
  hasProof: false,
  networks: [],
  form: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  pausedAt: null,
  formerUntil: null,
  heldEntryId: null,
  apiKey: { id: 'k', name: 'Website', status: 'active', lastUsedAt: null, isDeleted: false },
  step: { id: 's', name: 'New', funnelId: 'f', funnelName: 'Sales', isArchived: false },
};

describe('the state of an address', () => {
  const paused = { ...address, pausedAt: address.createdAt };
  const ofKey = (status: AddressView['apiKey']['status'], isDeleted = false) => ({
    ...paused,
    apiKey: { ...address.apiKey, status, isDeleted },
  });

  it.each([
    ['active', address],
    ['active', { ...address, apiKey: { ...address.apiKey, status: 'expiresSoon' as const } }],
    ['stepArchived', { ...address, step: { ...address.step, isArchived: true } }],
    ['paused', paused],
    ['keyInactive', ofKey('inactive')],
    ['keyExpired', ofKey('expired')],
    ['keyDeleted', ofKey('inactive', true)],
  ])('is %s by what decides first', (state, of) => {
    expect(stateOf(of)).toBe(state);
  });
});

it.each([
  'contact typeform',
  'sales new',
  'https://crm.example.com/api/in/in_7Qf2aaaaaaaaaaaaaaaa9xKd',
])('finds an address by %j', (search) => {
  expect(isAddressMatch(address, search)).toBe(true);
});

it('does not find it by the URL of another', () => {
  expect(isAddressMatch(address, 'https://crm.example.com/api/in/in_8Rg3aaaa9xKd')).toBe(false);
});

it('reads a network a line', () => {
  expect(readLines(' 192.0.2.0/24\n\n2001:db8::/32, 192.0.2.9 ')).toEqual([
    '192.0.2.0/24',
    '2001:db8::/32',
    '192.0.2.9',
  ]);
});

it('keeps, replaces or removes the secret', () => {
  expect([
    proofOf({ signing: 'keep', proof: '' }, true),
    proofOf({ signing: 'replace', proof: ' new ' }, true),
    proofOf({ signing: 'remove', proof: '' }, true),
    proofOf({ signing: 'keep', proof: '' }, false),
    proofOf({ signing: 'keep', proof: 'first' }, false),
  ]).toEqual([undefined, 'new', null, null, 'first']);
});

it('each tool can be chosen once, and has its steps', () => {
  expect(presetGroups.flatMap(({ presets }) => presets).toSorted()).toEqual(presetNames.toSorted());
  for (const preset of presetNames) {
    const { length } = setupSteps[preset].steps;
    expect(preset === 'htmlForm' || (length >= 2 && length <= 6), preset).toBe(true);
  }
});
