import { expect, it } from 'vitest';
import { leadFilter } from '#server/panel-api/schemas/leads.ts';
import { writeAddress } from '#server/panel-api/schemas/leads-address.ts';
import { boardOfList, changeAddress, listOfBoard, readBoardAddress } from './board-address.ts';

const member = '0198a1b2-0000-7000-8000-000000000001';
const gone = '0198a1b2-0000-7000-8000-000000000002';
const read = (query: string) => readBoardAddress(new URLSearchParams(query), [{ id: member }]);

it('reads several values of a parameter', () => {
  const { filter, search, unknown } = read(
    `status=new,lost&owner=none,${member}&followUp=overdue,none&phone=no&from=2026-01-31&q= ada `,
  );

  expect(filter).toEqual({
    statuses: ['new', 'lost'],
    owners: ['none', member],
    followUps: ['overdue', 'none'],
    from: '2026-01-31',
    hasPhone: false,
  });
  expect(search).toBe('ada');
  expect(unknown).toEqual([]);
});

it.each([
  ['status=gone', ['status']],
  [`owner=${gone}`, ['owner']],
  ['owner=junk', ['owner']],
  ['followUp=yesterday', ['followUp']],
  ['key=junk', ['key']],
  ['from=2026-02-30', ['from']],
  ['until=0000-01-01', ['until']],
  ['phone=perhaps', ['phone']],
  ['from=&phone=', []],
])('leaves out what does not exist or cannot be read, and names it: %s', (query, names) => {
  const { filter, unknown } = read(`${query}&priority=high`);

  expect(filter).toEqual({ priorities: ['high'] });
  expect(unknown).toEqual(names);
});

it.each(['2026-02-30', '2026-13-01', '0000-01-01', '2026-02-31x', '2028-02-29', '0001-01-01'])(
  'the server accepts what is read of the day %s',
  (day) => {
    const { filter = {} } = read(`from=${day}&until=${day}&priority=low`);

    expect(leadFilter.safeParse(filter).success).toBe(true);
  },
);

it('takes any id for that of a member while they are unknown', () => {
  const { filter, unknown } = readBoardAddress(
    new URLSearchParams(`owner=${gone},junk`),
    undefined,
  );

  expect(filter).toEqual({ owners: [gone] });
  expect(unknown).toEqual(['owner']);
});

it('has no filter without parameters, nor by those of other lists', () => {
  expect(read('lead=1&q=').filter).toBeUndefined();
  expect(read(`funnel=${gone}&step=${gone}&sort=oldest&view=deleted`).filter).toBeUndefined();
});

it('gives its filter to the list of its funnel, and takes that of the list', () => {
  const { address } = read('status=new&followUp=overdue&q=ada');
  const list = listOfBoard(gone, address);
  expect(writeAddress(list)).toBe(`funnel=${gone}&status=new&followUp=overdue&q=ada`);
  expect(boardOfList({ ...list, step: [gone], sort: 'oldest' })).toEqual(address);
});

it('changes the parameters that it is given, and keeps the others', () => {
  const url = new URL('https://crm.test/board?lead=1&status=new&from=2026-01-31');
  changeAddress(url, { status: [], source: ['Spring, summer', '100%'], until: '' });

  expect(read(url.search).filter).toEqual({
    sources: ['Spring, summer', '100%'],
    from: '2026-01-31',
  });
  expect(url.searchParams.get('lead')).toBe('1');
});
