import type postgres from 'postgres';

/**
 * What postgres.js makes of a tagged template: a promise that hands itself to `handler` once
 * somebody waits for it, and that whoever executes it settles. None of it is in the types.
 */
export interface Statement {
  handler(statement: Statement): void;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const isStatement = (made: unknown): made is Statement =>
  made instanceof Promise && 'handler' in made && 'resolve' in made && 'reject' in made;

/** @throws Error when the driver has become another one */
export function statementOf(made: unknown): Statement {
  if (isStatement(made)) return made;
  throw new Error('postgres.js makes statements in another way than 3.4.9 did');
}

/** Calls `end` when the statement settles, and again should it be settled again. */
export function onSettled(statement: Statement, end: (error?: unknown) => void): void {
  const { resolve, reject } = statement;
  statement.resolve = (result) => {
    resolve(result);
    end();
  };
  statement.reject = (error) => {
    reject(error);
    end(error);
  };
}

/**
 * A `postgres.Sql` that makes statements as `maker` does, and has them executed by `send`.
 *
 * @param own members of its own, as `begin`
 */
export function routed(
  maker: postgres.Sql,
  send: (statement: Statement) => void,
  own: Record<string, unknown>,
): postgres.Sql {
  const route = (made: unknown) => {
    if (isStatement(made)) made.handler = send;
    return made;
  };
  const members: Record<string, unknown> = {
    unsafe: (...given: Parameters<postgres.Sql['unsafe']>) => route(maker.unsafe(...given)),
    ...own,
  };

  return new Proxy(maker, {
    apply: (_, self, given) => route(Reflect.apply(maker, self, given)),
    get: (_, name) =>
      typeof name === 'string' && Object.hasOwn(members, name)
        ? members[name]
        : Reflect.get(maker, name),
  });
}
