import { expect, test } from 'vitest';
import { filterMarks, fold, gramsOf, phoneDigits, searchWords, wordsOf } from './search.ts';

test.each([
  ['João', 'joao'],
  ['JOA\u0303O', 'joao'],
  ['Łukasz Sørensen', 'lukasz sorensen'],
  ['Weiß', 'weiss'],
  ['Đặng Æsir Œuvre Ħal', 'dang aesir oeuvre hal'],
  ['İstanbul IĞDIR ışık', 'istanbul igdir isik'],
  ['ＡＢＣ１２３ ﬁn', 'abc123 fin'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['مَريم', 'مريم'],
  ['王小明', '王小明'],
])('%j is folded to %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['maria.silva+news@example.com', ['maria', 'silva', 'news', 'example', 'com']],
  ["O’Brien-O'Neil", ['o', 'brien', 'o', 'neil']],
  ['a_b\\c:d*&|!<->', ['a', 'b', 'c', 'd']],
  ['🌊', []],
  ['', []],
])('%j has the words %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('each filter has a mark of its own, which no word contains', () => {
  const marks = [...filterMarks.values()];
  expect(new Set(marks).size).toBe(marks.length);
  expect(marks.join('')).toMatch(/^[a-z]+$/);
});

test('of a lead with long texts the first 200 words are stored: name, email, campaign', () => {
  const text = (word: string) => `${word} `.repeat(120);
  const lead = {
    companyId: '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c5d6e',
    name: text('n'),
    phones: [],
    email: text('e'),
    campaignName: text('c'),
    stepId: '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c0001',
    source: 'api',
  };
  const words = searchWords(lead, 0).split(' ').slice(0, 200);
  expect(words).toEqual([...Array(120).fill('5d6e0.n'), ...Array(80).fill('5d6e0.e')]);
});

test('long texts and words are cut', () => {
  expect(wordsOf('a'.repeat(1_000))).toEqual(['a'.repeat(40)]);
  expect(wordsOf('a '.repeat(1_000))).toHaveLength(200);
});

test.each([
  ['+55 (11) 98765-4321', '5511987654321'],
  ['0049 30 1234', '49301234'],
  ['030 1234', '301234'],
  ['12', undefined],
  ['0012', undefined],
  ['1234567890123456', undefined],
  ['ana', undefined],
  ['', undefined],
])('%j means the digits %j', (text, digits) => {
  expect(phoneDigits(text)).toBe(digits);
});

test.each([
  ['123', '123', '23'],
  ['1234', '1234', '234'],
  ['12345', '1234', '2345'],
  ['123456', '1234 3456', '2345'],
  ['1234567', '1234 3456', '2345 4567'],
  ['12345678901', '3456 5678 7890', '4567 6789 8901'],
])('the digits %j are looked for as %j or %j', (digits, ...lists) => {
  expect(gramsOf(digits).map((grams) => grams.join(' '))).toEqual(lists);
});

test('the words of a lead begin with its company and block, and include the values of filters', () => {
  const lead = {
    companyId: '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c5d6e',
    name: 'João',
    phones: ['4930123', '123456'],
    email: 'j@x.org',
    campaignName: 'Verão 2026!',
    stepId: '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c0001',
    apiKeyId: '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c0002',
    source: 'Google Ads',
  };
  const words = ['joao', 'j', 'x', 'org', 'verao', '2026'];
  const grams = ['#4930', '#3012', '#123', '#1234', '#3456', '#56'];
  const terms = [
    '=s3b4c0001',
    '=rgoogleads',
    '=onone',
    '=tnew',
    '=pmedium',
    '=htrue',
    '=k3b4c0002',
    '=cverao2026',
  ];

  expect(searchWords(lead, 31).trim().split(' ')).toEqual(
    [...words, ...grams, ...terms].map((word) => `5d6e1f.${word}`),
  );
});
