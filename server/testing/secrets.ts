import { BodySeal } from '../services/intake-log/sealed-body.ts';

export const authSecret = 'auth-secret-for-tests-only-0123456789';
export const keyPepper = 'key-pepper-for-tests-only-0123456789';

/** As a process with this pepper has it. */
export const bodySeal = new BodySeal([keyPepper]);

/** The environment of a process that knows the keys and sessions of tests. */
export const testSecrets = { AUTH_SECRET: authSecret, KEY_PEPPER: keyPepper };
