import { describe, expect, it } from 'vitest';
import {
  demoSecret,
  generateSecret,
  hashSecret,
  isWellFormedSecret,
  secretHints,
} from './secret.ts';

describe('secrets', () => {
  it('are one word of 41 characters that scanners can match', () => {
    expect(generateSecret()).toMatch(/^lk_[0-9A-Za-z]{38}$/);
    expect(generateSecret()).not.toBe(generateSecret());
  });

  it('carry a checksum that finds every typing slip', () => {
    const secret = generateSecret();
    expect(isWellFormedSecret(secret)).toBe(true);
    for (let place = 0; place < secret.length; place += 1) {
      const wrong = secret[place] === 'x' ? 'y' : 'x';
      expect(isWellFormedSecret(secret.slice(0, place) + wrong + secret.slice(place + 1))).toBe(
        false,
      );
    }
    expect(isWellFormedSecret(secret.slice(0, -1))).toBe(false);
    expect(isWellFormedSecret(` ${secret}`)).toBe(false);
  });

  it('are hashed under the pepper', () => {
    const secret = generateSecret();
    expect(hashSecret('a', secret)).toHaveLength(32);
    expect(hashSecret('a', secret)).toEqual(hashSecret('a', secret));
    expect(hashSecret('a', secret)).not.toEqual(hashSecret('b', secret));
  });

  it('show seven characters in front and four behind', () => {
    expect(secretHints('lk_7Qf2abcdefghijk9xKd')).toEqual({ prefix: 'lk_7Qf2', last4: '9xKd' });
  });

  it('of the demo follow from pepper and purpose', () => {
    expect(demoSecret('a', 'x')).toBe(demoSecret('a', 'x'));
    expect(demoSecret('a', 'x')).not.toBe(demoSecret('b', 'x'));
    expect(isWellFormedSecret(demoSecret('a', 'x'))).toBe(true);
  });
});
