/** The documentation is for everybody; all else needs a session or a key. */
export function GET(): Response {
  return new Response('User-Agent: *\nAllow: /docs\nAllow: /llms.txt\nDisallow: /\n');
}
