import { it } from 'vitest';
import { expectIntakeWithoutLastUse } from '#server/testing/blocked-last-use.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();

it('check 7: last-use writes blocked for 30 s: intake goes on, and nothing is miscounted', () =>
  expectIntakeWithoutLastUse(intake, 30));
