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

/**
 * Makes `instanceof` true for errors of this class in every copy of the code: Next bundles copies of
 * its own, and what exists once in a process throws errors of the other. Call it in each class, since a
 * class inherits the check of its parent. Bundlers rename classes, so the name is given.
 */
export function registerClass(type: { prototype: object }, name: string): void {
  const mark = Symbol.for(`leadgate.${name}`);
  Object.defineProperty(type.prototype, mark, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value: (error: unknown) => mark in Object(error),
  });
}

/** A refusal whose message may be shown to the caller. */
export abstract class DomainError extends Error {
  abstract readonly code: DomainErrorCode;

  static {
    registerClass(DomainError, 'DomainError');
  }
}

/** The input is well-formed but a rule refuses it; `field` is the path of the culprit. */
export class InvalidError extends DomainError {
  readonly code = 'invalid';
  readonly field: string | undefined;

  static {
    registerClass(InvalidError, 'InvalidError');
  }

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Several fields of the input are refused. Paths are dotted, as `phones.0`. */
export class InvalidFieldsError extends InvalidError {
  readonly issues: readonly { path: string; message: string }[];

  static {
    registerClass(InvalidFieldsError, 'InvalidFieldsError');
  }

  constructor(issues: readonly { path: string; message: string }[]) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.issues = issues;
  }
}

export class UnauthenticatedError extends DomainError {
  readonly code = 'unauthenticated';

  static {
    registerClass(UnauthenticatedError, 'UnauthenticatedError');
  }
}

export class ForbiddenError extends DomainError {
  readonly code = 'forbidden';

  static {
    registerClass(ForbiddenError, 'ForbiddenError');
  }
}

export class NotFoundError extends DomainError {
  readonly code = 'not_found';

  static {
    registerClass(NotFoundError, 'NotFoundError');
  }
}

/** The stored state does not allow it, or another change came first. */
export class ConflictError extends DomainError {
  readonly code = 'conflict';

  static {
    registerClass(ConflictError, 'ConflictError');
  }
}

/** Another request with the same `Idempotency-Key` is not answered yet. */
export class InFlightError extends DomainError {
  readonly code = 'in_flight';
  readonly retryAfterSeconds = 1;

  static {
    registerClass(InFlightError, 'InFlightError');
  }
}

/** An `Idempotency-Key` that came with another request before. */
export class MisusedKeyError extends DomainError {
  readonly code = 'misused_key';

  static {
    registerClass(MisusedKeyError, 'MisusedKeyError');
  }
}

export class LimitReachedError extends DomainError {
  readonly code = 'limit_reached';

  static {
    registerClass(LimitReachedError, 'LimitReachedError');
  }
}

export class TooManyRequestsError extends DomainError {
  readonly code = 'too_many_requests';
  readonly retryAfterSeconds: number;

  static {
    registerClass(TooManyRequestsError, 'TooManyRequestsError');
  }

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
