/**
 * Imported first, because React, Next and others choose by `NODE_ENV` while they load.
 * `AUTH_TRUST_HOST`: next-auth takes the origin from the host, which we have checked before.
 */
export const isDev = process.argv.includes('--dev');

Object.assign(process.env, {
  NODE_ENV: isDev ? 'development' : 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  AUTH_TRUST_HOST: '1',
});
