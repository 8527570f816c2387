import { defineConfig } from 'vitest/config';

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
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
