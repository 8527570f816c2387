import { exportIndex } from '#app/features/docs/content/blocks.ts';

/** Made by the build, as it takes a second: no page may hold the thread so long. */
export const dynamic = 'force-static';

/** The index that the browser searches. */
export async function GET(): Promise<Response> {
  return Response.json(await exportIndex());
}
