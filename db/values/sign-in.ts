/** The answer to right credentials of somebody with a second factor, when no code came with them. */
export const codeRequired = 'CodeRequired';
