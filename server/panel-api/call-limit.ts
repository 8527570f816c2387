import type { Pool } from '#db/client.ts';
import { Places } from '#db/places.ts';
import { callsPerUser, maxWaitingCalls, unavailableRetrySeconds } from '../limits.ts';
import { TooManyRequestsError } from '../services/errors.ts';

/**
 * Bounds the calls of the panel in this process: so many of a user run at once, the next wait, and those
 * of a company hold a part of the connections, so that one batch keeps nobody else waiting.
 */
export class CallLimit {
  readonly #share: Pool['share'];
  readonly #users = new Places(callsPerUser);

  constructor({ share }: Pick<Pool, 'share'>) {
    this.#share = share;
  }

  /**
   * @param signal drops the call while it waits, and cancels its statements
   * @throws TooManyRequestsError when too many calls of the user wait; AbandonedError; what the call throws
   */
  run<Result>(
    { userId, companyId }: { userId: string; companyId: string },
    signal: AbortSignal,
    call: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#users.waitingFor(userId) >= maxWaitingCalls) {
      throw new TooManyRequestsError('Too many calls at once. Try again', unavailableRetrySeconds);
    }
    return this.#users.run(userId, signal, () => this.#share(companyId, signal, call));
  }
}
