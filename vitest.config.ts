import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', '.next/**', 'e2e/**'];
/** What tests wait for takes as long as the machine needs. */
const expect = { poll: { timeout: 15_000 } };
/** A worker loads each module once: loading took half of the time. */
const isolate = false;
const globalSetup = './db/testing-server.ts';
const setupFiles = './server/testing/same-values.ts';
/** Tests that start programs and put load on them run one after another, and after all others. */
const alone = { fileParallelism: false, sequence: { groupOrder: 1 } };

/** `npm test` runs the first two projects, `npm run test:full` all. */
export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          setupFiles,
          include: ['**/*.test.ts'],
          // A bound for what hangs. Calculations take as long as the machine needs.
          testTimeout: 60_000,
          exclude: [...ignored, '**/*.{integration,full,fault}.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          isolate,
          include: ['**/*.integration.test.ts'],
          exclude: ignored,
          globalSetup,
          setupFiles,
          expect,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'full',
          ...alone,
          include: ['**/*.full.test.ts'],
          exclude: ignored,
          globalSetup,
          expect,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          ...alone,
          include: ['**/*.fault.test.ts'],
          exclude: ignored,
          globalSetup,
          expect,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
