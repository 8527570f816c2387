import { it } from 'vitest';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import { expectIntakeWithoutLastUse } from './blocked-last-use.ts';

const intake = withServedIntake();

it('check 7: last-use writes blocked for 30 s: intake goes on, and nothing is miscounted', () =>
  expectIntakeWithoutLastUse(intake, 30));
