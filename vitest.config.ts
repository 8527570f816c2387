import { defineConfig } from 'vitest/config';

/** What tests wait for takes as long as the machine needs. */
const patient = { poll: { timeout: 15_000 } };
const ignored = ['**/node_modules/**', '.next/**', 'e2e/**'];

export default defineConfig({
  test: {
    /** Each file may hold eight connections, each served process more: PostgreSQL has a hundred. */
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...ignored, '**/*.integration.test.ts', '**/*.fault.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['**/*.integration.test.ts'],
          exclude: ignored,
          globalSetup: './db/testing-server.ts',
          expect: patient,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['**/*.fault.test.ts'],
          exclude: ignored,
          globalSetup: './db/testing-server.ts',
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
