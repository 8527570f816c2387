import { expect, it } from 'vitest';
import { curlSnippet } from './snippets.ts';

it('builds one command with the key and the step', () => {
  const snippet = curlSnippet({ baseUrl: 'https://a.test/api', stepId: 'step-1', secret: 'lk_x' });

  expect(snippet).toBe(
    [
      "curl 'https://a.test/api/leads/public/step-1' \\",
      "  -H 'X-API-Key: lk_x' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"name": "Ada Lovelace", "phones": ["+44 20 7946 0958"]}'`,
    ].join('\n'),
  );
});
