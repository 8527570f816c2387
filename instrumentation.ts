import type { Instrumentation } from 'next';

/** Hosts that only know Next (`next start`) come in here; `server/main.ts` has been before. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;

  const { ensureRuntime } = await import('#server/process/ensure-runtime.ts');
  await ensureRuntime();
}

export const onRequestError: Instrumentation.onRequestError = async (error, _, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;

  const { logPageError } = await import('#server/panel-api/log-page-error.ts');
  logPageError(error, routePath);
};
