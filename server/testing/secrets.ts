export const authSecret = 'auth-secret-for-tests-only-0123456789';
export const keyPepper = 'key-pepper-for-tests-only-0123456789';

/** The environment of a process that knows the keys and sessions of tests. */
export const testSecrets = { AUTH_SECRET: authSecret, KEY_PEPPER: keyPepper };
