import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deriveAttribution } from '../services/leads/derive-attribution.ts';
import { readPhones } from '../services/leads/read-phones.ts';

/** The rows below a heading of a page, each cell without its backticks. */
function rowsOf(page: string, heading: string): string[][] {
  const text = readFileSync(`app/features/docs/content/${page}.md`, 'utf8');
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

it.each(rowsOf('phones', 'Examples'))('stores the phone %s as %s', (sent, stored) => {
  expect(readPhones(JSON.parse(sent ?? ''), undefined).phones).toEqual([stored]);
});

it.each(rowsOf('phones', 'Without country code'))(
  'stores the phone %s of a company in Brazil as %s',
  (sent, stored) => {
    expect(readPhones(JSON.parse(sent ?? ''), 'BR').phones).toEqual([stored]);
  },
);

it.each(rowsOf('phones', 'What is no phone'))('keeps %s as %s', (sent, kept) => {
  const { phones, unread } = readPhones(JSON.parse(sent ?? ''), undefined);
  expect([phones, unread]).toEqual([[], [kept]]);
});

it.each(rowsOf('attribution', 'Examples'))(
  'derives from %s the source %s, the medium %s and the channel %s',
  (sent, source, medium, channel) => {
    expect(deriveAttribution(JSON.parse(sent ?? ''))).toEqual({ source, medium, channel });
  },
);
