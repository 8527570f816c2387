/** The embedded server cannot be had; `message` is one line for the operator. */
export class EmbeddedServerError extends Error {}
