import { expect, it } from 'vitest';
import { emptyLogAddress, logFilterOf, readLogAddress, writeLogAddress } from './log-address.ts';

const key = '0192f0c2-8d4e-7f5a-9b6c-7d8e9fa0b1c2';
const read = (query: string) => readLogAddress(new URLSearchParams(query));

it('reads what it writes', () => {
  const query = `result=accepted&key=${key}&group=${key}&status=404&from=2027-01-31&until=2027-02-01`;
  const address = read(query);
  expect(logFilterOf(address)).toEqual({
    result: 'accepted',
    groupId: key,
    keyIds: [key],
    status: 404,
    from: '2027-01-31',
    until: '2027-02-01',
  });
  expect(read(writeLogAddress(address))).toEqual(address);
  expect(logFilterOf(read('result=all'))).toEqual({});
  expect(writeLogAddress(read('result=all'))).toBe('result=all');
});

it('leaves out what has another meaning', () => {
  for (const query of ['', 'result=x&key=1,2&step=&group=x&status=99&from=2027-02-30&until=now']) {
    expect(read(query)).toEqual(emptyLogAddress);
  }
  expect(writeLogAddress(emptyLogAddress)).toBe('');
});
