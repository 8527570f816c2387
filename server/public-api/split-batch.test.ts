import { expect, it } from 'vitest';
import { splitBatch } from './split-batch.ts';

const split = (text: string) =>
  splitBatch(Buffer.from(text)).map((item) => Buffer.from(item).toString());

it.each([
  ['{"leads":[]}', []],
  ['{"leads":[{"a":1},{"b":[1,{"c":"]}"}]}]}', ['{"a":1}', '{"b":[1,{"c":"]}"}]}']],
  [
    '\ufeff { "x" : [1, {"leads":[2]}] ,\r\n "leads" : [ 1.50 , "a\\"b]" ,null ] }\n',
    ['1.50', '"a\\"b]"', 'null'],
  ],
  ['{"leads":[1],"leads":[{"é":"ü\\\\"}],"n":-1e5}', ['{"é":"ü\\\\"}']],
  ['{"\\u006ceads":[true,false,{},[],[[]]]}', ['true', 'false', '{}', '[]', '[[]]']],
  [
    '{"leads":[{ "name" : "Ana" , "n" : 12345678901234567890 }]}',
    ['{ "name" : "Ana" , "n" : 12345678901234567890 }'],
  ],
  ['{"a":"leads","leads":[1]}', ['1']],
])('splits %j', (text, items) => {
  expect(JSON.parse(text.replace('\ufeff', ''))).toBeTruthy();
  expect(split(text)).toEqual(items);
});

it('finds what JSON.parse finds in lists of any values', () => {
  const values = [
    null,
    -1.5e10,
    'a"\\\n,:[]{}',
    { 'k"': [{}, [], ''] },
    [[['x']]],
    { a: { b: ' ' } },
  ];
  for (const space of [undefined, 1, '\t']) {
    const text = JSON.stringify({ other: values, leads: values, last: values }, null, space);
    expect(split(text).map((item) => JSON.parse(item))).toEqual(values);
  }
});

it('ends with any text', () => {
  for (const text of [
    '',
    '{',
    '{"leads"',
    '{"leads":[',
    '{"leads":[{"a',
    '{"leads":[1',
    '{"a":"\\',
  ]) {
    expect(() => split(text)).not.toThrow(RangeError);
  }
});
