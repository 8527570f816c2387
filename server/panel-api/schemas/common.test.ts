import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditPage } from './audit.ts';
import { day, isoInstant, label, senderText } from './common.ts';
import { createViewInput, savedView, undoLeadsChangeInput } from './lead-list.ts';
import { leadEventView, leadFilter, leadRow } from './leads.ts';

test('takes characters that reorder other text from what a sender wrote, and nothing else', () => {
  const overrides = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';

  expect(senderText.parse(`gpj${overrides}.exe`)).toBe('gpj.exe');
  for (const text of ['مريم', 'עדה', 'a\u200Fb', '👩‍💻', 'José  Ñ']) {
    expect(senderText.parse(text)).toBe(text);
  }
});

test('names of leads are shown without them in lists and in the audit log', () => {
  const name = 'Ada \u202Eecalevol';

  expect(leadRow.shape.name.parse(name)).toBe('Ada ecalevol');
  const { details, subjectName } = auditPage.shape.items.element.shape;
  expect(subjectName.parse(name)).toBe('Ada ecalevol');
  const edited = { [`customFields.${name}`]: { from: name, to: null } };
  expect(details.parse(edited)).toEqual({
    'customFields.Ada ecalevol': { from: 'Ada ecalevol', to: null },
  });
  const { from, to, field } = leadEventView.shape;
  for (const text of [from, to, field]) expect(text.parse(name)).toBe('Ada ecalevol');
});

test('a name that people type has no character that directs other text', () => {
  const controls = '\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';
  const name = label(9);

  expect(name.parse(` ${controls} All ${controls}leads ${controls}`)).toBe('All leads');
  expect(name.safeParse(controls).error?.issues).toMatchObject([{ message: 'Enter a name' }]);
  for (const text of ['مريم', 'עדה', 'José', '👩‍💻']) expect(name.parse(text)).toBe(text);
  const view = { name: 'My \u202Eweiv', query: '', isShared: true };
  expect(createViewInput.parse(view)).toMatchObject({ name: 'My weiv' });
  expect(savedView.shape.name.parse(view.name)).toBe('My weiv');
});

test('what PostgreSQL does not store is refused', () => {
  expect(day.safeParse('0000-12-31').success).toBe(false);
  expect(isoInstant.safeParse('0000-12-31T00:00:00Z').success).toBe(false);
  expect(isoInstant.safeParse('0001-01-01T00:00:00.000Z').success).toBe(true);
  for (const text of ['a\0', '\uD800']) {
    expect(leadFilter.safeParse({ sources: [text] }).success).toBe(false);
    expect(leadFilter.safeParse({ campaigns: [text] }).success).toBe(false);
    const view = { name: 'View', query: text, isShared: false };
    expect(createViewInput.safeParse(view).success).toBe(false);
  }
});

test('an undo takes as many leads as a change, in whatever groups', () => {
  const ids = Array.from({ length: 501 }, () => randomUUID());
  const undo = (...groups: string[][]) =>
    undoLeadsChangeInput.safeParse({
      field: 'owner',
      from: null,
      at: '2027-01-31T18:00:00.000Z',
      back: groups.map((group) => ({ to: null, ids: group })),
    }).success;

  expect(undo(ids, ids.slice(0, 499))).toBe(true);
  expect(undo(ids, ids)).toBe(false);
});
