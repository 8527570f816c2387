import { expect, it } from 'vitest';
import { matchPath } from '../router.ts';
import { explainEncoding, explainJson, explainPath, explainValue } from './explain.ts';

const takes = (path: string, method: string) => matchPath(path)?.operations.has(method) === true;
const stepId = '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5';

it.each([
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['name=Maria&phone=1', 'it looks like the fields of a form'],
  ['{', 'line 1, column 2: a closing brace is missing'],
  ['{"message":"a\nb"}', 'line 1, column 14: a raw line break inside a string'],
  ['{"a":"\t"}', 'line 1, column 7: a raw tab or other control character inside a string'],
  ['{"a":"x', 'line 1, column 6: a string that does not end'],
  ['{"a":1,\r\n}', 'line 2, column 1: a comma with nothing behind it'],
  ['{"a":\n1 "b":2}', 'line 2, column 3: a comma is missing'],
  ['{"a" 1}', 'line 1, column 6: a colon is missing'],
  ['{"a":}', 'line 1, column 6: a value is missing'],
  ["{'a':1}", 'line 1, column 2: a single quote where a double quote belongs'],
  ['{“a”:1}', 'line 1, column 2: a typographic quote where a plain double quote belongs'],
  ['{a:1}', 'line 1, column 2: text without double quotes'],
  ['{"a":Maria}', 'line 1, column 6: text without double quotes'],
  ['{"a":NaN}', 'line 1, column 6: NaN is no value of JSON; send null'],
  ['{"a": -Infinity , "b":1}', 'line 1, column 7: -Infinity is no value of JSON; send null'],
  ['{"a":[undefined]}', 'line 1, column 7: undefined is no value of JSON; send null'],
  ['{"a":None}', 'line 1, column 6: None is no value of JSON; send null'],
  ['{"a":True\n}', 'line 1, column 6: True is no value of JSON; send true'],
  ['{"a":FALSE}', 'line 1, column 6: FALSE is no value of JSON; send false'],
  ['NaN', 'line 1, column 1: NaN is no value of JSON; send null'],
  ['{"a":Nancy}', 'line 1, column 6: text without double quotes'],
  ['{"a":None of them}', 'line 1, column 6: text without double quotes'],
  [
    '{\\"a\\":1}',
    'line 1, column 2: an escaped quote (\\") where a plain double quote belongs: the text is escaped once too often',
  ],
  [
    '{"a":\\"x\\"}',
    'line 1, column 6: an escaped quote (\\") where a plain double quote belongs: the text is escaped once too often',
  ],
  ['{\\n"a":1}', 'line 1, column 2: a backslash outside of a string'],
  [
    '{&quot;a&quot;:1}',
    'line 1, column 2: a quote written as HTML (&quot;) where a plain double quote belongs',
  ],
  ['{"a":"\\q"}', 'line 1, column 6: an unknown escape inside a string'],
  ['{"a":1e}', 'line 1, column 6: a number that is cut off'],
  ['{"a":1}}', 'line 1, column 8: there is more behind its end'],
  ['{"a":1} // b', 'line 1, column 9: a comment'],
  ['['.repeat(32_000), undefined],
])('says what is wrong with %j', (text, reason) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(explainJson(text)).toBe(reason);
});

const text = '{"name":"Zoë"}';
const wide = (unit: 'utf16le' | 'utf32le', mark = '') =>
  unit === 'utf16le'
    ? Buffer.from(mark + text, unit)
    : Buffer.from(Uint32Array.from(mark + text, (letter) => letter.charCodeAt(0)).buffer);

it.each([
  ['UTF-8', Buffer.from(text), undefined],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), undefined],
  ['nothing', Buffer.of(), undefined],
  ['a byte', Buffer.of(0x35), undefined],
  ['UTF-16', wide('utf16le'), 'it is UTF-16'],
  ['UTF-16 with a mark', wide('utf16le', '\ufeff'), 'it is UTF-16'],
  ['UTF-16, the other way round', wide('utf16le').swap16(), 'it is UTF-16'],
  ['that with a mark', wide('utf16le', '\ufeff').swap16(), 'it is UTF-16'],
  ['UTF-32', wide('utf32le'), 'it is UTF-32'],
  ['UTF-32 with a mark', wide('utf32le', '\ufeff'), 'it is UTF-32'],
  ['UTF-32, the other way round', wide('utf32le').swap32(), 'it is UTF-32'],
  ['that with a mark', wide('utf32le', '\ufeff').swap32(), 'it is UTF-32'],
])('says what %s is', (_, bytes, reason) => {
  expect(explainEncoding(bytes)).toBe(reason);
});

it.each([
  [[], 'it is a list: send one lead, or {"leads": […]} to the batch'],
  [null, 'it is null'],
  [5, 'it is a number'],
  ['x', 'it is a string'],
  ['{"name":"x"}', 'it is a string that holds JSON: send the object itself'],
])('says that %j is no object', (value, reason) => {
  expect(explainValue(value)).toBe(reason);
});

it.each([
  [`/api/leads/public/${stepId}/`, `send to /api/leads/public/${stepId}`],
  [`/api//leads/public/${stepId}`, `send to /api/leads/public/${stepId}`],
  [`//leads//public/${stepId}`, `send to /leads/public/${stepId}`],
  ['/api/leads/public', 'send to /api/leads/public/{stepId}'],
  ['/api/leads/public/', 'send to /api/leads/public/{stepId}'],
  [`/api/lead/${stepId}`, 'send to /api/leads/public/{stepId}'],
  [`/api/api/leads/public/${stepId}`, 'send to /api/leads/public/{stepId}'],
  [`/api/leads/public/${stepId}/batch/`, `send to /api/leads/public/${stepId}/batch`],
  [`/leads/public//${stepId}/batch`, `send to /leads/public/${stepId}/batch`],
  ['/api/leads/public/Maria/', 'send to /api/leads/public/{stepId}'],
  ['/leads/public//Maria/batch/', 'send to /leads/public/{stepId}/batch'],
  ['/api/leads/', 'send to /api/leads/public/{stepId}'],
  ['/api/nothing', undefined],
])('names the path that a POST to %s was meant for', (path, reason) => {
  expect(explainPath(path, 'POST', takes)).toBe(reason);
});

it.each([
  ['/api/me/', 'send to /api/me'],
  ['/api//funnels', 'send to /api/funnels'],
  [`/api/leads/${stepId}/`, `send to /api/leads/${stepId}`],
  ['/api/leads/Maria/', 'send to /api/leads/{leadId}'],
  ['/api/leads/', 'send to /api/leads'],
])('names the path that a GET of %s was meant for', (path, reason) => {
  expect(explainPath(path, 'GET', takes)).toBe(reason);
});
