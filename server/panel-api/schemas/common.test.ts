import { expect, test } from 'vitest';
import { auditPage } from './audit.ts';
import { senderText } from './common.ts';
import { leadRow } from './leads.ts';

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
  expect(auditPage.shape.items.element.shape.subjectName.parse(name)).toBe('Ada ecalevol');
});
