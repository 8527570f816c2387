import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { makeSnippets, type SnippetId } from '#app/features/snippets/snippets.ts';
import { readPasted } from './read-pasted.ts';

const place = { baseUrl: 'https://crm.test/api', stepId: '5ca1ab1e-0000-4000-8000-000000000001' };
const url = `${place.baseUrl}/leads/public/${place.stepId}`;
const secret = 'lk_0123456789abcdefghijklmnopqrstuvwxyzAB';

const read = (text: string) => readPasted(text, url);
/** What is wrong, and the lead that is found. */
const found = (text: string) => {
  const { problems, body, mended } = read(text);
  const sent = mended ?? body;
  return { problems, lead: sent === undefined ? undefined : JSON.parse(sent) };
};
const ana = { name: 'Ana', phone: '+351 912 345 678' };
const json = JSON.stringify(ana);

describe('a body', () => {
  it.each([
    ['JSON', json],
    ['JSON behind a byte order mark and blank lines', `\ufeff\n\n${json}\n`],
  ])('is %s', (_, text) => expect(found(text)).toEqual({ problems: [], lead: ana }));

  it('keeps its digits and its text', () => {
    const text = '{"lead_id": 12345678901234567890, "name": "Ana"}';
    expect(read(text)).toEqual({ problems: [], body: text, lead: text });
  });

  it.each([
    ['commas too many', `${json.slice(0, -1)},}`],
    ['a comment', `{ // the lead\n${json.slice(1)}`],
    ['typographic quotes', json.replaceAll('"', '”')],
    ['single quotes', json.replaceAll('"', "'")],
    ['names without quotes', '{name: "Ana", phone: "+351 912 345 678"}'],
    ['quotes that are escaped once too often', json.replaceAll('"', '\\"')],
    ['a text that holds it', JSON.stringify(json)],
    ['a fence of Markdown', `\`\`\`json\n${json}\n\`\`\``],
    ['a missing brace', json.slice(0, -1)],
  ])('with %s is mended', (_, text) => {
    expect(found(text)).toEqual({ problems: [], lead: ana });
    expect(read(text).body).toBe(text);
  });

  it('that is a list is a batch', () => {
    const problems = ['A list is refused: send {"leads": […]} to the address of the batch.'];
    expect(found(`[${json}, ${json}]`)).toEqual({ problems, lead: { leads: [ana, ana] } });
    expect(found(`${json}\n${json}`)).toEqual({ problems, lead: { leads: [ana, ana] } });
    expect(found('[]')).toEqual({ problems, lead: { leads: [] } });
    expect(JSON.parse(read(`[${json}, {}]`).lead ?? '')).toEqual(ana);
  });

  it.each([
    ['a number', '12'],
    ['a list of texts', '["Ana"]'],
    ['a text', '"Ana"'],
    ['JSON that cannot be mended', '{"name": {{1.name}}}'],
    ['deep nesting', `{"a": ${'['.repeat(30_000)}`],
  ])('that is %s is left as it is', (_, text) =>
    expect(read(text)).toEqual({ problems: [], body: text }),
  );
});

const notJson = 'Leadgate takes JSON only: anything else is refused.';
const multipart = [
  '------x',
  'Content-Disposition: form-data; name="name"',
  '',
  'Ana',
  '------x',
  'Content-Disposition: form-data; name="phone"',
  '',
  '+351 912 345 678',
  '------x',
  'Content-Disposition: form-data; name="cv"; filename="cv.pdf"',
  'Content-Type: application/pdf',
  '',
  '%PDF',
  '------x--',
].join('\r\n');

describe('a form', () => {
  it.each([
    ['is percent-encoded', 'name=Ana&phone=%2B351+912+345+678'],
    ['is one name and value a line', 'name: Ana\n\nphone: +351 912 345 678\n'],
    ['is lines with equals signs', 'name=Ana\nphone=+351 912 345 678'],
    ['is copied from a table', 'name\tAna\nphone\t+351 912 345 678'],
  ])('%s', (_, text) => expect(found(text)).toEqual({ problems: [notJson], lead: ana }));

  it('has parts, and files that are not read', () => {
    expect(found(multipart)).toEqual({
      problems: [notJson, 'Files are not read: cv.'],
      lead: ana,
    });
  });

  it('has a list for a name that comes again', () => {
    expect(found('a=1&a=2&b[]=3').lead).toEqual({ a: ['1', '2'], b: ['3'] });
  });
});

const bash = (...rest: string[]) =>
  [`curl '${url}'`, `-H 'X-API-Key: ${secret}'`, ...rest].join(' \\\n  ');
const type = `-H 'Content-Type: application/json'`;

describe('a command', () => {
  const commands: [what: string, text: string][] = [
    ['for bash', bash(type, `-d '${json}'`)],
    ['with a prompt and another command', `$ ${bash(type, `-d '${json}'`)} | jq .`],
    [
      'with one option for several',
      `curl -sSXPOST "${url}" -HX-API-Key:${secret} --json '${json}'`,
    ],
    [
      'with data in two parts',
      bash('--json', `'${json.slice(0, 9)}'`, '--json', `'${json.slice(9)}'`),
    ],
    ['with double quotes', bash(type, `--data-raw ${JSON.stringify(json)}`)],
    [
      'with $ and quotes',
      bash(type, `--data-raw $'{"name":"\\u0041na",\\n"phone":"+351 912 345 678"}'`),
    ],
    [
      'as Chrome copies it for cmd',
      [
        `curl ^"${url}^" ^`,
        `  -H ^"x-api-key: ${secret}^" ^`,
        '  -H ^"content-type: application/json^" ^',
        '  --data-raw ^"^{^\\^"name^\\^":^\\^"Ana^\\^",^',
        '',
        '^\\^"phone^\\^":^\\^"+351 912 345 678^\\^"^}^"',
      ].join('\r\n'),
    ],
    [
      'with doubled quotes of cmd',
      [
        `curl.exe "${url}" ^`,
        `  -H "X-API-Key: ${secret}" -H "Content-Type: application/json" ^`,
        `  -d "${json.replaceAll('"', '""')}"`,
      ].join('\n'),
    ],
    [
      'as Chrome copies it for PowerShell',
      [
        '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession',
        `Invoke-WebRequest -UseBasicParsing -Uri "${url}" \``,
        '-Method "POST" `',
        '-WebSession $session `',
        '-Headers @{',
        `"x-api-key"="${secret}"`,
        '  "accept"="*/*"',
        '} `',
        '-ContentType "application/json" `',
        `-Body "${json.replaceAll('"', '`"')}"`,
      ].join('\n'),
    ],
    [
      'for PowerShell with text of lines',
      `Invoke-RestMethod ${url} -Method Post -Headers @{ 'X-API-Key' = '${secret}' } -ContentType 'application/json' -Body @'\n${json}\n'@`,
    ],
    [
      'as HTTP',
      `POST /api/leads/public/${place.stepId} HTTP/1.1\r\nHost: crm.test\r\nX-API-Key: ${secret}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${json}`,
    ],
  ];
  it.each(commands)('%s is read', (_, text) =>
    expect(found(text)).toEqual({ problems: [], lead: ana }),
  );

  it.each(['curl', 'cmd', 'powershell'] satisfies SnippetId[])(
    'of the panel for %s is read',
    (id) => {
      for (const given of [undefined, secret]) {
        const snippet = makeSnippets({ ...place, secret: given }).find((each) => each.id === id);
        expect(found(snippet?.code?.text ?? '')).toEqual({
          problems: [],
          lead: { name: 'Ada Lovelace', phones: ['+44 20 7946 0958'] },
        });
      }
    },
  );

  const typeMissing = 'The header Content-Type: application/json is missing.';
  it.each<[what: string, text: string, problems: string[], lead?: unknown]>([
    ['without the type', bash(`-d '${json}'`), [typeMissing], ana],
    [
      'with fields',
      bash('-d name=Ana', `--data-urlencode 'phone=+351 912 345 678'`),
      [typeMissing, notJson],
      ana,
    ],
    [
      'with a form and a file',
      bash('-F name=Ana', `-F 'phone=+351 912 345 678'`, '-F cv=@cv.pdf'),
      [typeMissing, notJson, 'Files are not read: cv.pdf.'],
      ana,
    ],
    [
      'with a file',
      bash(type, '-d @lead.json'),
      ['The body is in lead.json. Paste what is in it.'],
    ],
    [
      'with another command',
      bash(type, '--data-binary @-'),
      ['The body is in another command. Paste what is in it.'],
    ],
    [
      'with GET',
      bash('-G -d name=Ana'),
      ['The method is GET. Send POST.', 'The request has no body.'],
    ],
    ['with PUT', bash(type, '-X PUT', `-d '${json}'`), ['The method is PUT. Send POST.'], ana],
    ['without a key', `curl --json '${json}' ${url}`, ['The header X-API-Key is missing.'], ana],
    [
      'with the key elsewhere',
      `curl '${url}?key=${secret}' -H 'Authorization: Bearer ${secret}' --json '${json}'`,
      [
        'The header X-API-Key is missing.',
        'A key belongs into the header X-API-Key and nowhere else.',
      ],
      ana,
    ],
    [
      'to another step',
      bash(type, `-d '${json}'`).replace(place.stepId, 'other'),
      [`This is the address of another step. That of the chosen one is ${url}.`],
      ana,
    ],
    [
      'to another service',
      bash(type, `-d '${json}'`).replace(url, 'https://api.hubapi.com/contacts?x=1'),
      [`The address is https://api.hubapi.com/contacts. Send to ${url}.`],
      ana,
    ],
    [
      'without an address',
      `curl -H 'X-API-Key: $KEY' --json '${json}'`,
      [`The address is missing. Send to ${url}.`],
      ana,
    ],
    [
      'with a batch to the address of one lead',
      bash(type, `-d '{"leads": [${json}]}'`),
      [`The address is ${url}. Send to ${url}/batch.`],
      { leads: [ana] },
    ],
    [
      'with a quote that is not closed',
      bash(type, `-d '${json}`),
      ['A quote in the command is not closed.'],
    ],
    [
      'with a variable of PowerShell',
      `Invoke-RestMethod ${url} -Method Post -Headers @{ 'X-API-Key' = $key } -ContentType 'application/json' -Body $body`,
      ['The body is in $body. Paste what is in it.'],
    ],
  ])('%s says so', (_, text, problems, lead) => expect(found(text)).toEqual({ problems, lead }));

  test('is read without a chosen step', () =>
    expect(readPasted(bash(type, `-d '${json}'`))).toEqual({
      problems: [],
      body: json,
      lead: json,
    }));
});

describe('what cannot be read', () => {
  it.each([
    [
      'a web page',
      '<!DOCTYPE html><html>…',
      'This is a web page or XML. Paste what your tool sends.',
    ],
    [
      'prose',
      'Please send me the lead\nthank you',
      'This is no JSON, no form and no curl command.',
    ],
    [
      '1 MB',
      `{"name": "${'x'.repeat(1_000_000)}"}`,
      'The body has more than 64 KiB. Paste a part of it.',
    ],
    [
      'a form that is longer as JSON',
      Array.from({ length: 9_000 }, (_, n) => `a${n}=`).join('&'),
      'The body has more than 64 KiB. Paste a part of it.',
    ],
  ])('is %s', (_, text, problem) => expect(read(text)).toEqual({ problems: [problem] }));
});

it('leaves out keys', () => {
  for (const text of [
    `{"name": "Ana", "key": "${secret}"}`,
    `{"name": "Ana", "key": "${secret}",}`,
    `name=Ana&key=${secret}`,
    bash(type, `-d '{"key": "${secret}"}'`, `-H 'Authorization: Bearer ${secret}'`),
    `curl https://example.test/${secret} -d @${secret}`,
  ]) {
    const pasted = read(text);
    expect(JSON.stringify(pasted)).not.toContain(secret.slice(0, 12));
    expect(pasted.problems).toContain('A key belongs into the header X-API-Key and nowhere else.');
  }
});

/** Signs that begin or end something in a format, a shell or a command. */
const signs = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '“',
    ':',
    ',',
    '=',
    '&',
    '\\',
    '^',
    '`',
    '$',
    '@',
    '-',
    '/*',
    '\n',
  ],
  ...[
    '@{',
    '@"\n',
    "$'",
    '^"',
    '\r\n\r\n',
    '%E0',
    ' -d ',
    ' -F ',
    ' -H ',
    ' -Body ',
    'name',
    '1',
    ' ',
  ],
  ...['http://', '__proto__', '\0', '\ud800', 'Content-Disposition: form-data; name="x"', secret],
];
const beginnings = ['', 'curl ', 'Invoke-RestMethod ', 'POST / HTTP/1.1\n', '--x\n', '{'];

it('reads any text, and never gives away a key', () => {
  const rest = fc.array(fc.constantFrom(...signs), { maxLength: 30 });
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), rest, (beginning, parts) => {
      const pasted = read(beginning + parts.join(''));
      expect(JSON.stringify(pasted)).not.toContain(secret);
    }),
    { numRuns: 2_000 },
  );
});
