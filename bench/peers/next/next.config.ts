import { join } from 'node:path';
import type { NextConfig } from 'next';

const root = join(import.meta.dirname, '..', '..', '..');

/** A project inside the project: packages and the schema are the root's. */
const config: NextConfig = {
  turbopack: { root },
  outputFileTracingRoot: root,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['postgres'],
};

export default config;
