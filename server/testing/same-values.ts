import fc from 'fast-check';

/** `npm test` tries properties with the same values in each run, `npm run test:full` with new ones. */
if (!process.env.TEST_FULL) fc.configureGlobal({ seed: 1 });
