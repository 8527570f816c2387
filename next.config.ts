import type { NextConfig } from 'next';

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run check` checks types; a newcomer's first start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  /** The optimizer fetches addresses that a caller names. Nothing here needs it. */
  images: { unoptimized: true },
  serverExternalPackages: ['postgres', '@node-rs/argon2'],
  /** `server/main.ts` answers this path before Next; on any other host the rewrite does. */
  rewrites: async () => [
    { source: '/leads/public/:path*', destination: '/api/leads/public/:path*' },
  ],
};

export default config;
