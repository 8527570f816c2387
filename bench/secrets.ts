/** Of databases that live as long as one run. */
export const authSecret = 'auth-secret-for-benchmarks-only-0123456789';
export const keyPepper = 'key-pepper-for-benchmarks-only-0123456789';
