/** Everything a rule may refuse for. `server/transport-errors.ts` maps each code to a transport's own. */
export type DomainErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'in_flight'
  | 'misused_key'
  | 'limit_reached'
  | 'too_many_requests';

/** A refusal whose message may be shown to the caller. */
export abstract class DomainError extends Error {
  abstract readonly code: DomainErrorCode;
}

/** The input is well-formed but a rule refuses it; `field` is the path of the culprit. */
export class InvalidError extends DomainError {
  readonly code = 'invalid';
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Several fields of the input are refused. Paths are dotted, as `phones.0`. */
export class InvalidFieldsError extends InvalidError {
  readonly issues: readonly { path: string; message: string }[];

  constructor(issues: readonly { path: string; message: string }[]) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.issues = issues;
  }
}

export class UnauthenticatedError extends DomainError {
  readonly code = 'unauthenticated';
}

export class ForbiddenError extends DomainError {
  readonly code = 'forbidden';
}

export class NotFoundError extends DomainError {
  readonly code = 'not_found';
}

/** The stored state does not allow it, or another change came first. */
export class ConflictError extends DomainError {
  readonly code = 'conflict';
}

/** Another request with the same `Idempotency-Key` is not answered yet. */
export class InFlightError extends DomainError {
  readonly code = 'in_flight';
  readonly retryAfterSeconds = 1;
}

/** An `Idempotency-Key` that came with another request before. */
export class MisusedKeyError extends DomainError {
  readonly code = 'misused_key';
}

export class LimitReachedError extends DomainError {
  readonly code = 'limit_reached';
}

export class TooManyRequestsError extends DomainError {
  readonly code = 'too_many_requests';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
