import { expect, it } from 'vitest';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { foldUndone } from './fold-undone.ts';

type LeadEvent = LeadDetail['events'][number];

const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;
let made = 0;
const event = (
  type: LeadEvent['type'],
  minute: number,
  { undoes, ...values }: Partial<Omit<LeadEvent, 'undoes'>> & { undoes?: number } = {},
): LeadEvent => {
  made += 1;
  return {
    id: `event ${made}`,
    leadId: 'lead',
    type,
    from: null,
    to: null,
    field: null,
    text: null,
    editedAt: null,
    undoes: undoes === undefined ? null : at(undoes),
    actorId: 'ada',
    actorKind: 'user',
    actorName: 'Ada',
    createdAt: at(minute),
    ...values,
  };
};

it('folds a change of several values with its undo and what was said in between', () => {
  const [status, moved] = [event('status', 1), event('moved', 1)];
  const reason = event('edited', 2, { field: 'lostReason', to: 'Too expensive', actorId: 'bob' });
  const note = event('note', 3);
  const undo = [
    event('moved', 4, { undoes: 1 }),
    event('status', 4, { undoes: 1 }),
    event('edited', 4, { undoes: 1, field: 'lostReason', from: 'Too expensive' }),
  ];
  const call = event('call', 0);

  expect(foldUndone([...undo, note, reason, moved, status, call])).toEqual([
    { main: moved, events: [...undo, reason, moved, status] },
    note,
    call,
  ]);
});

it('names a message before what it changed', () => {
  const [status, message] = [event('status', 1), event('message', 1)];
  const undo = [event('status', 2, { undoes: 1 }), event('message', 2, { undoes: 1 })];

  expect(foldUndone([...undo, status, message])).toEqual([
    { main: message, events: [...undo, status, message] },
  ]);
});

it('names a merge before the owner that it gave', () => {
  const [merged, owner] = [event('merged', 1), event('owner', 1)];
  const undo = [event('owner', 2, { undoes: 1 }), event('unmerged', 2, { undoes: 1 })];

  expect(foldUndone([...undo, owner, merged])).toEqual([
    { main: merged, events: [...undo, owner, merged] },
  ]);
});

it('folds each change with its own undo, and names calls before what they changed', () => {
  const [call, contacted] = [event('call', 1), event('status', 1)];
  const first = [event('status', 2, { undoes: 1 }), event('call', 2, { undoes: 1 })];
  const again = event('followUp', 3);
  const second = event('followUp', 4, { undoes: 3 });

  expect(foldUndone([second, again, ...first, contacted, call])).toEqual([
    { main: again, events: [second, again] },
    { main: call, events: [...first, contacted, call] },
  ]);
});

it('leaves alone what another member did at that time, and an undo without its change', () => {
  const other = event('moved', 1, { actorId: 'bob' });
  const alone = event('moved', 2, { undoes: 1 });

  expect(foldUndone([alone, other])).toEqual([alone, other]);
});
