/** Answer to correct credentials without a code, for an account with a second factor. */
export const codeRequired = 'CodeRequired';
