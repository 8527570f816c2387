import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes, maxFormFields, maxJsonDepth } from '../../limits.ts';
import { decodeSubmission } from './decode-submission.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b0';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const bytesOf = (body: string | Uint8Array) =>
  typeof body === 'string' ? Buffer.from(body) : body;
const decode = (body: string | Uint8Array, type = '') => decodeSubmission(bytesOf(body), type);

/** Parts with the line ends of a browser. */
const part = (name: string, value: string, more = '') =>
  `--b0\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

it.each<[what: string, body: string | Uint8Array, type: string, fields: object]>([
  ['JSON', '{"name":"Maria"}', json, { name: 'Maria' }],
  ['JSON of another type', '{"a":1}', 'application/vnd.x+json; charset=utf-8', { a: 1 }],
  ['JSON as plain text', ' {"name":"Maria"}', 'text/plain;charset=UTF-8', { name: 'Maria' }],
  ['JSON without a type', '{"name":"Maria"}', '', { name: 'Maria' }],
  ['JSON as a form', '{"name":"Maria"}', form, { name: 'Maria' }],
  ['a list of one', '[{"name":"Maria"}]', json, { name: 'Maria' }],
  ['JSON in JSON', JSON.stringify('{"name":"Maria"}'), json, { name: 'Maria' }],
  ['large numbers', '{"id":281489216452814999}', json, { id: '281489216452814999' }],
  ['large numbers in a list', '[{"id":281489216452814999}]', json, { id: '281489216452814999' }],
  ['a byte order mark', '\ufeff{"name":"Maria"}', json, { name: 'Maria' }],
  ['UTF-16', Buffer.from('\ufeff{"n":"João"}', 'utf16le'), json, { n: 'João' }],
  [
    'UTF-16, big end first',
    Buffer.from('\ufeff{"n":"João"}', 'utf16le').swap16(),
    json,
    { n: 'João' },
  ],
  ['ISO 8859-1', latin1('{"n":"João"}'), `${json}; charset=iso-8859-1`, { n: 'João' }],
  ['windows-1252 without its name', latin1('{"n":"João"}'), json, { n: 'João' }],
  ['a character set that is none', '{"n":"João"}', `${json}; charset=x`, { n: 'João' }],

  ['a form', 'name=Maria+Silva&tel=%2B55', form, { name: 'Maria Silva', tel: '+55' }],
  ['a form without a type', 'name=Maria', '', { name: 'Maria' }],
  ['a form as JSON', 'name=Maria', json, { name: 'Maria' }],
  ['a form in UTF-8', 'n=Jo%C3%A3o', form, { n: 'João' }],
  ['a form in windows-1252', 'n=Jo%E3o', form, { n: 'João' }],
  ['a form in Cyrillic', 'n=%C0', `${form}; charset=windows-1251`, { n: 'А' }],
  ['escapes that are none', 'n=100%&m=%zz', form, { n: '100%', m: '%zz' }],
  ['repeated names', 'a=1&a=2&b=', form, { a: ['1', '2'], b: '' }],
  ['names of lists', 'a[]=1&a[]=2&b%5B%5D=3', form, { a: ['1', '2'], b: ['3'] }],
  ['nested names', 'f[n][id]=n&f[n][value]=Maria', form, { f: { n: { id: 'n', value: 'Maria' } } }],
  [
    'items with names',
    'a[0]=x&a[1]=y&b[][c]=1&b[][c]=2',
    form,
    { a: ['x', 'y'], b: [{ c: '1' }, { c: '2' }] },
  ],
  ['names that are not nested', 'a[b=1&[c]=2&d]=3', form, { 'a[b': '1', '[c]': '2', 'd]': '3' }],
  ['a value and an object', 'a=1&a[b]=2', form, { a: '1', 'a[b]': '2' }],

  ['parts', `${part('a', '1')}${part('b', '2')}--b0--\r\n`, multipart, { a: '1', b: '2' }],
  [
    'parts with bare line feeds',
    `${part('a', '1\n2')}--b0--`.replaceAll('\r', ''),
    multipart,
    { a: '1\n2' },
  ],
  ['parts without an end', part('a', '1').trimEnd(), multipart, { a: '1' }],
  ['parts without a boundary in the type', part('a', '1'), 'multipart/form-data', { a: '1' }],
  ['parts with another boundary', part('a', '1'), 'multipart/form-data; boundary=x', { a: '1' }],
  ['parts without a type', `${part('a', '1')}--b0--`, '', { a: '1' }],
  ['parts after a text', `text\r\n${part('a', '1')}`, multipart, { a: '1' }],
  ['a quoted boundary', part('a', '1'), 'multipart/form-data; boundary="b0"', { a: '1' }],
  [
    'nested names of parts',
    `${part('a[b]', '1')}${part('c[]', '2')}`,
    multipart,
    { a: { b: '1' }, c: ['2'] },
  ],
  ['parts in windows-1252', latin1(part('nome', 'João')), multipart, { nome: 'João' }],
  ['a name without quotes', part('a', '1').replaceAll('"', ''), multipart, { a: '1' }],

  ['XML', '<form_data><name>Maria</name></form_data>', 'application/xml', { name: 'Maria' }],
  ['XML without a type', '<?xml version="1.0"?>\n<f><a>1</a><a>2</a></f>', '', { a: ['1', '2'] }],
  ['elements in elements', '<f><a><b>1</b></a><c/></f>', 'text/xml', { a: { b: '1' }, c: '' }],
  [
    'entities',
    '<f><a>&lt;&#243;&#xF3;&amp;amp;&x;&#x110000;</a></f>',
    'text/xml',
    { a: '<óó&amp;&x;\ufffd' },
  ],
  ['CDATA and comments', '<f><!-- <x> --><a><![CDATA[1 < 2]]></a></f>', 'text/xml', { a: '1 < 2' }],
  [
    'a document type, which is passed over',
    '<!DOCTYPE f [<!ENTITY x "y>">]><f><a b="1>2" c=\'"\'>&x;</a></f>',
    'text/xml',
    { a: '&x;' },
  ],
  [
    'XML in UTF-16',
    Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><f><a>João</a></f>', 'utf16le'),
    'text/xml',
    { a: 'João' },
  ],
  [
    'XML in a character set that it names',
    latin1('<?xml version="1.0" encoding="ISO-8859-1"?><f><a>João</a></f>'),
    'text/xml',
    { a: 'João' },
  ],
])('reads %s', (_, body, type, fields) => {
  expect(decode(body, type)).toEqual({ kind: 'fields', body: fields, files: [] });
});

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const tooDeep = `is nested deeper than ${maxJsonDepth} levels`;

it.each<[why: string, body: string, type: string]>([
  ['is empty', '', json],
  ['is empty', ' \n', ''],
  ['is no JSON, no form and no XML', 'hello', ''],
  ['is no JSON, no form and no XML', 'hello', form],
  ['is no JSON: line 1, column 9: ', '{"name":', form],
  ['is no JSON: line 1, column 9: ', '{"name":', json],
  ['is a list of 2 items: send one', '[{"a":1},{"b":2}]', json],
  ['is JSON, but no object', '[]', json],
  ['is no JSON', '"x"', json],
  [tooDeep, nested(maxJsonDepth + 1), json],
  [tooDeep, nested(10_000), json],
  [tooDeep, `a${'[b]'.repeat(maxJsonDepth + 1)}=1`, form],
  [tooDeep, `${'<a>'.repeat(20_000)}`, 'text/xml'],
  ['has no boundary between its parts', 'x', 'multipart/form-data'],
  ['has no boundary between its parts', 'x', multipart],
  ['has no fields', '--b0--', multipart],
  ['is XML without fields', '<a>1</a>', 'text/xml'],
  ['is XML with an end of a that has no beginning', '<a><b>1</a>', 'text/xml'],
  ['is XML without the end of a', '<a><b>1</b>', 'text/xml'],
  ['is XML without the end', '<a', 'text/xml'],
])('says that the body %s', (why, body, type) => {
  const decoded = decode(body, type);
  expect(decoded.kind).toBe('unreadable');
  expect(decoded).toHaveProperty('why', expect.stringContaining(why));
});

it('names the files, which it does not read', () => {
  const file = part('cv', 'PDF', '; filename="cv.pdf"');
  const none = part('photo', '', '; filename=""');
  const decoded = decode(`${part('name', 'Maria')}${file}${none}--b0--`, multipart);
  expect(decoded).toEqual({ kind: 'fields', body: { name: 'Maria' }, files: ['cv'] });
});

it('reads so many fields of a form', () => {
  const names = Array.from({ length: maxFormFields + 5 }, (_, n) => `f${n}`);
  const bodies = [
    decode(names.map((name) => `${name}=1`).join('&'), form),
    decode(names.map((name) => part(name, '1')).join(''), multipart),
  ];
  for (const decoded of bodies) {
    const body = decoded.kind === 'fields' ? decoded.body : {};
    expect(Object.keys(body)).toEqual(names.slice(0, maxFormFields));
  }
});

it.each([
  ['{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}', json],
  ['__proto__[x]=1&constructor[prototype][x]=1&a[__proto__][x]=1&a[__proto__]=1', form],
  [part('__proto__[x]', '1'), multipart],
  ['<f><__proto__><x>1</x></__proto__></f>', 'text/xml'],
])('keeps %j apart from all objects', (body, type) => {
  const decoded = decode(body, type);
  expect(decoded.kind).toBe('fields');
  expect({}).not.toHaveProperty('x');
  const fields = decoded.kind === 'fields' ? decoded.body : {};
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  expect(Object.keys(fields)).toContain('__proto__');
});

const full = (unit: string) => unit.repeat(maxBodyBytes / unit.length);

describe('reads what is made to take long', () => {
  it.each([
    [full('&'), form],
    [full('a[]=1&'), form],
    [full('a[b]['), form],
    [full('%'), form],
    [full('='), ''],
    [full('['), json],
    [full('"'), json],
    [full('\n--b0'), multipart],
    [full('--b0\n\n'), multipart],
    [`--b0\nContent-Disposition: ${full('; name')}`, multipart],
    [`--b0\n${full('\r\n\r')}`, multipart],
    [full('<'), ''],
    [full('<a b="'), ''],
    [`<a ${full('b=">" ')}`, ''],
    [`<a>${full('&#x')}</a>`, ''],
    [full('<a/>'), ''],
    [`<a>${full('<b/>')}</a>`, ''],
    [full('<![CDATA['), ''],
    [full('<!DOCTYPE ['), ''],
    [full(' '), ''],
    [`multi${full(' ')}`, full('; boundary=')],
    ['a=1', full('; charset=')],
  ])('hostile body %#', { timeout: 2_000 }, (body, type) => {
    expect(() => decode(body, type)).not.toThrow();
  });
});

const anyType = fc.oneof(
  fc.constantFrom('', json, form, multipart, 'text/xml', 'text/plain', `${json}; charset=utf-16`),
  fc.string(),
);
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 500 }),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  fc.webQueryParameters().map((text) => Buffer.from(text)),
  fc
    .array(
      fc.constantFrom('<a>', '</a>', '<![CDATA[', ']]>', '&lt;', '"', '<', '>', 'x', '--b0', '\n'),
    )
    .map((pieces) => Buffer.from(pieces.join(''))),
);

it('reads any bytes of any type', () => {
  fc.assert(
    fc.property(anyBytes, anyType, (bytes, type) => {
      const decoded = decodeSubmission(bytes, type);
      if (decoded.kind === 'fields') expect(JSON.stringify(decoded.body)).toMatch(/^\{/);
      else expect(decoded.why).not.toBe('');
    }),
    { numRuns: 2_000 },
  );
});
