import { expect, it } from 'vitest';
import { BodySeal } from './sealed-body.ts';

const body = Buffer.from('{"name": "Ana"}\r\n \ufeff\u0000', 'utf8');
const owner = { companyId: '0192f0c2-8d4e-7f5a-9b6c-000000000001', id: 'request' };
const seal = new BodySeal(['first secret']);

it('opens every byte for its company and request only', () => {
  const sealed = seal.seal(body, owner);
  expect(sealed.includes('Ana')).toBe(false);
  expect(seal.open(sealed, owner)).toEqual(body);
  expect(seal.open(sealed, { ...owner, id: 'other' })).toBeUndefined();
  expect(seal.open(sealed, { ...owner, companyId: 'other' })).toBeUndefined();
  expect(seal.seal(body, owner).equals(sealed)).toBe(false);
});

it('opens nothing that was changed or cut', () => {
  const sealed = seal.seal(body, owner);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(seal.open(changed, owner)).toBeUndefined();
  }
  expect(seal.open(Buffer.alloc(0), owner)).toBeUndefined();
});

it('seals with the first secret, and opens what the others have sealed', () => {
  const old = seal.seal(body, owner);
  const rotated = new BodySeal(['second secret', 'first secret']);
  expect(rotated.open(old, owner)).toEqual(body);

  const fresh = rotated.seal(body, owner);
  expect(seal.open(fresh, owner)).toBeUndefined();
  expect(new BodySeal(['second secret']).open(fresh, owner)).toEqual(body);
  expect(new BodySeal(['second secret']).open(old, owner)).toBeUndefined();
});

it('seals an empty body', () => {
  expect(seal.open(seal.seal(Buffer.alloc(0), owner), owner)).toEqual(Buffer.alloc(0));
});
