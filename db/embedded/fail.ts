/** The embedded server cannot be used. `message` is one line for the operator. */
export class EmbeddedServerError extends Error {}
