import type { NextConfig } from 'next';
import { inertPolicy } from './server/html-page.ts';
import { renamedPaths } from './server/http/renamed-pages.ts';
import { commonHeaders, httpsOnly } from './server/http/security-headers.ts';

const listed = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run check` checks types; a newcomer's first start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  /** The optimizer fetches addresses that a caller names. Nothing here needs it. */
  images: { unoptimized: true },
  experimental: {
    /** A first start would write 173 MB that no later build reads. */
    turbopackFileSystemCacheForBuild: false,
    /** 50 MB that Next reads only with `serverSourceMaps`. */
    turbopackSourceMaps: false,
    /** Few scripts for a screen, because each costs a phone a round trip (ADR 58). */
    turbopackChunking: {
      requestCost: 1_000_000,
      firstPageLoadPriority: 0.8,
      minChunkSize: 1_000_000,
    },
  },
  /** The process loads these for the API before Next starts, so pages share them instead of a compiled copy. */
  serverExternalPackages: [
    '@node-rs/argon2',
    '@trpc/server',
    'drizzle-orm',
    'jsonc-parser',
    'libphonenumber-js',
    'lru-cache',
    'otpauth',
    'pino',
    'postgres',
    'tarn',
    'trpc-to-openapi',
    'uuid',
    'yaml',
    'zod',
    'zod-openapi',
  ],
  /** For every browser, the title comes with the page: one that is streamed after it is absent for 0.3 s at each refresh. */
  htmlLimitedBots: /./,
  /** Pages get their policy from `proxy.ts`. */
  headers: async () => [
    { source: '/:path*', headers: listed(commonHeaders) },
    ...['/api/:path*', '/.well-known/security.txt', '/client.tgz'].map((source) => ({
      source,
      headers: listed({ 'Content-Security-Policy': inertPolicy }),
    })),
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
      headers: listed(httpsOnly),
    },
  ],
  redirects: async () =>
    renamedPaths.map(({ from, to }) => ({ source: from, destination: to, permanent: true })),
  /** `server/main.ts` answers the paths of the API before Next; on any other host the rewrites do. */
  rewrites: async () => [
    ...['/leads/:path*', '/me', '/funnels'].map((source) => ({
      source,
      destination: `/api${source}`,
    })),
    { source: '/docs/:page.md', destination: '/docs/markdown/:page' },
  ],
};

export default config;
