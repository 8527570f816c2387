import { callerNetwork } from '../caller-network.ts';

/**
 * Bounds how many pages of strangers are made at once, in all and for one network: a page holds the
 * thread that takes leads for some milliseconds.
 */
export class PageSlots {
  #taken = 0;
  readonly #byNetwork = new Map<string, number>();
  readonly #most: number;
  readonly #mostPerNetwork: number;

  constructor(most: number, mostPerNetwork: number) {
    this.#most = most;
    this.#mostPerNetwork = mostPerNetwork;
  }

  /** @returns frees the slot; undefined when there is none for the address */
  take(address: string): (() => void) | undefined {
    const network = callerNetwork(address);
    const taken = this.#byNetwork.get(network) ?? 0;
    if (this.#taken >= this.#most || taken >= this.#mostPerNetwork) return undefined;

    this.#taken += 1;
    this.#byNetwork.set(network, taken + 1);
    return () => {
      this.#taken -= 1;
      const left = (this.#byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    };
  }
}
