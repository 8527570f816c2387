import { expect, it } from 'vitest';
import { makeSnippets, type SnippetId, snippetIds } from './snippets.ts';

const place = { baseUrl: 'https://a.test/api', stepId: 'step-1' };
const url = 'https://a.test/api/leads/public/step-1';

const textOf = (secret: string | undefined, id: SnippetId) => {
  const snippet = makeSnippets({ ...place, secret }).find((each) => each.id === id);
  const values = snippet?.settings?.map(({ value = '' }) => value) ?? [];
  return [snippet?.code?.text ?? [], values].flat().join('\n');
};

it('builds one command with the key and the step', () => {
  expect(textOf('lk_x', 'curl')).toBe(
    [
      `curl '${url}' \\`,
      "  -H 'X-API-Key: lk_x' \\",
      "  -H 'Content-Type: application/json' \\",
      '  -H "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d \' \\n\')" \\',
      '  --max-time 10 --retry 5 \\',
      `  -d '{"name": "Ada Lovelace", "phones": ["+44 20 7946 0958"]}'`,
    ].join('\n'),
  );
});

it('quotes for the shells of Windows', () => {
  expect(textOf('lk_x', 'cmd')).toBe(
    [
      `curl "${url}" ^`,
      '  -H "X-API-Key: lk_x" ^',
      '  -H "Content-Type: application/json" ^',
      '  -H "Idempotency-Key: %RANDOM%-%RANDOM%-%RANDOM%-%TIME: =0%" ^',
      '  --max-time 10 --retry 5 ^',
      '  -d "{\\"name\\": \\"Ada Lovelace\\", \\"phones\\": [\\"+44 20 7946 0958\\"]}"',
    ].join('\n'),
  );
  expect(textOf('lk_x', 'powershell')).toBe(
    [
      `Invoke-RestMethod -Method Post -Uri '${url}' \``,
      "  -Headers @{ 'X-API-Key' = 'lk_x'; 'Idempotency-Key' = [guid]::NewGuid().ToString() } `",
      "  -ContentType 'application/json; charset=utf-8' -TimeoutSec 10 `",
      `  -Body '{"name": "Ada Lovelace", "phones": ["+44 20 7946 0958"]}'`,
    ].join('\n'),
  );
});

it('contains the address and the key for every tool and language, in this order', () => {
  expect(makeSnippets(place).map(({ id }) => id)).toEqual([...snippetIds]);
  for (const id of snippetIds) {
    expect(textOf('lk_x', id)).toContain(url);
    expect(textOf('lk_x', id)).toContain('lk_x');
  }
});

it.each([
  ['curl', '"X-API-Key: $LEADGATE_KEY"'],
  ['powershell', '$env:LEADGATE_KEY'],
  ['cmd', '"X-API-Key: %LEADGATE_KEY%"'],
  ['javascript', 'process.env.LEADGATE_KEY'],
  ['python', 'os.environ["LEADGATE_KEY"]'],
  ['php', "getenv('LEADGATE_KEY')"],
  ['go', 'os.Getenv("LEADGATE_KEY")'],
  ['java', 'System.getenv("LEADGATE_KEY")'],
  ['ruby', "ENV.fetch('LEADGATE_KEY')"],
  ['n8n', 'YOUR_API_KEY'],
  ['zapier', 'YOUR_API_KEY'],
  ['make', 'YOUR_API_KEY'],
] as const)('without a key, %s contains %s', (id, text) => {
  expect(textOf(undefined, id)).toContain(text);
});

it('has tools before languages', () => {
  expect(snippetIds.slice(0, 4)).toEqual(['n8n', 'zapier', 'make', 'curl']);
});

const timeOut = /--max-time 10|TimeoutSec 10|timeout.*10|Timeout/i;
it.each(snippetIds)('%s has an Idempotency-Key and a time-out of 10 s', (id) => {
  const { code, settings } = makeSnippets(place).find((each) => each.id === id) ?? {};
  const text = `${code?.text} ${JSON.stringify(settings)}`;
  expect(text).toContain('Idempotency-Key');
  /* Zapier has a time-out of its own. */
  if (id !== 'zapier') expect(text).toMatch(timeOut);
});

it('keeps the secret out of the n8n node, and values out of JSON that people write', () => {
  const snippets = makeSnippets({ ...place, secret: 'lk_x' });
  const [n8n, ...others] = snippets.filter(({ id }) => ['n8n', 'zapier', 'make'].includes(id));
  expect(n8n?.code?.text).not.toContain('lk_x');
  expect(n8n?.settings).toContainEqual({ field: 'Value', value: 'lk_x' });
  for (const { settings } of others) {
    expect(JSON.stringify(settings)).not.toMatch(/Custom Request|JSON string|[{][^"]*\\"/);
  }
});
