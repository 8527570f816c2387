import { describe, expect, it, test } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { openSecret, sealSecret } from './sealed-secret.ts';
import { describeTotp, newTotpSecret, stepOf } from './totp.ts';

/** RFC 6238, appendix B, cut to six digits. */
const secret = Buffer.from('12345678901234567890');
const vectors: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
];

test.each(vectors)('at %d the code is %s, and is taken one step either side', (now, code) => {
  const step = Math.floor(now / 30);

  expect([-60, -30, 0, 30, 60].map((late) => stepOf(secret, code, now + late))).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ]);
  expect(stepOf(secret, code.slice(1), now)).toBeUndefined();
  expect(stepOf(newTotpSecret(), code, now)).toBeUndefined();
});

test('the address for the app names issuer, account and the usual scheme', () => {
  const { uri, secret: typed } = describeTotp(secret, { issuer: 'Acme & Co', email: 'a@x.test' });

  expect(uri).toMatch(/^otpauth:\/\/totp\/Acme%20%26%20Co:a%40x\.test\?/);
  expect(Object.fromEntries(new URL(uri).searchParams)).toEqual({
    issuer: 'Acme & Co',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(typed).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
});

describe('a sealed secret', () => {
  const sealed = sealSecret('auth secret', 'ada', secret);

  it('is not to be read, and another one each time', () => {
    expect(sealed.includes(secret)).toBe(false);
    expect(sealSecret('auth secret', 'ada', secret).equals(sealed)).toBe(false);
  });

  it('opens for its user under its AUTH_SECRET only, and unchanged only', () => {
    const changed = Buffer.from(sealed);
    changed[40] = (changed[40] ?? 0) ^ 1;

    expect(openSecret('auth secret', 'ada', sealed)).toEqual(secret);
    expect(() => openSecret('another', 'ada', sealed)).toThrow('Was AUTH_SECRET changed?');
    expect(() => openSecret('auth secret', 'bob', sealed)).toThrow();
    expect(() => openSecret('auth secret', 'ada', changed)).toThrow();
  });
});

describe('recovery codes', () => {
  it('are ten, all different, of letters that no one mistakes', () => {
    const codes = newRecoveryCodes();

    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it('count however they are typed, and for their own user', () => {
    const hash = hashRecoveryCode('pepper', 'ada', '01ABC-DEFGH');

    expect(hashRecoveryCode('pepper', 'ada', ' oiabc defgh')).toEqual(hash);
    expect(hashRecoveryCode('pepper', 'ada', '01ABC-DEFGJ')).not.toEqual(hash);
    expect(hashRecoveryCode('pepper', 'bob', '01ABC-DEFGH')).not.toEqual(hash);
    expect(hashRecoveryCode('other', 'ada', '01ABC-DEFGH')).not.toEqual(hash);
  });
});
