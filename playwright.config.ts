import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { skippedTags } from './e2e/users.ts';
import { browserArguments, findBrowser } from './scripts/browser.mjs';

const executablePath = await findBrowser();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: process.env.PLAYWRIGHT_BASE_URL ? undefined : './e2e/global-setup.ts',
  fullyParallel: true,
  workers: availableParallelism(),
  forbidOnly: true,
  grepInvert: skippedTags(),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: { executablePath, args: browserArguments },
  },
});
