import { expect, it } from 'vitest';
import { makeSnippets, type SnippetId, snippetIds } from './snippets.ts';

const place = { baseUrl: 'https://a.test/api', stepId: 'step-1' };
const url = 'https://a.test/api/leads/public/step-1';

const textOf = (secret: string | undefined, id: SnippetId) => {
  const snippet = makeSnippets({ ...place, secret }).find((each) => each.id === id);
  return snippet?.code ?? JSON.stringify(snippet?.settings);
};

it('builds one command with the key and the step', () => {
  expect(textOf('lk_x', 'curl')).toBe(
    [
      `curl '${url}' \\`,
      "  -H 'X-API-Key: lk_x' \\",
      "  -H 'Content-Type: application/json' \\",
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
      '  -d "{\\"name\\": \\"Ada Lovelace\\", \\"phones\\": [\\"+44 20 7946 0958\\"]}"',
    ].join('\n'),
  );
  expect(textOf('lk_x', 'powershell')).toBe(
    [
      `Invoke-RestMethod -Method Post -Uri '${url}' \``,
      "  -Headers @{ 'X-API-Key' = 'lk_x' } `",
      "  -ContentType 'application/json; charset=utf-8' `",
      `  -Body '{"name": "Ada Lovelace", "phones": ["+44 20 7946 0958"]}'`,
    ].join('\n'),
  );
});

it('contains the address and the key in every language and tool, in this order', () => {
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
