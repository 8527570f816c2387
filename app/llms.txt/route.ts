import { listPages } from '#app/features/docs/content/pages.ts';
import { getReader } from '#app/features/docs/server.ts';

/** The documentation for language models: https://llmstxt.org */
export async function GET(): Promise<Response> {
  const { application, origin } = await getReader();
  const groups = listPages().map(({ title, pages }) => {
    const links = pages.map(
      ({ slug, title: name, description }) =>
        `- [${name}](${origin}/docs/${slug}.md): ${description}`,
    );
    return `## ${title}\n\n${links.join('\n')}`;
  });
  const text = [
    `# ${application} API`,
    `> One HTTP call creates a lead with its contact in a step of a funnel: POST ${origin}/api/leads/public/{stepId} with the header X-API-Key.`,
    ...groups,
    `## Machine-readable\n\n- [OpenAPI document](${origin}/api/openapi.json): every operation, field, header and answer\n- [The same as YAML](${origin}/api/openapi.yaml)`,
  ].join('\n\n');
  return new Response(`${text}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
