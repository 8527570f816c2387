/** Hosts that only know Next (`next start`) come in here; `server/main.ts` has been before. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;

  const { ensureRuntime } = await import('#server/process/ensure-runtime.ts');
  await ensureRuntime();
}
