/** Imported first, because React, Next and others choose by `NODE_ENV` while they load. */
export const isDev = process.argv.includes('--dev');

Object.assign(process.env, {
  NODE_ENV: isDev ? 'development' : 'production',
  NEXT_TELEMETRY_DISABLED: '1',
});
