type Work = () => unknown;

/** Processes, servers and folders of a run. Whatever ends it, they go, the youngest first. */
export class Belongings {
  #works: Work[] = [];
  #clearing: Promise<void> | undefined;

  /** @returns call it when the thing has gone by itself */
  add(work: Work): () => void {
    if (this.#clearing) {
      work();
      throw new Error('The run is over');
    }
    this.#works.push(work);
    return () => {
      this.#works = this.#works.filter((each) => each !== work);
    };
  }

  /** Never rejects: what cannot be cleared away is told, and the rest goes on. */
  clear(): Promise<void> {
    this.#clearing ??= this.#clearAll();
    return this.#clearing;
  }

  async #clearAll(): Promise<void> {
    for (let work = this.#works.pop(); work; work = this.#works.pop()) {
      try {
        await work();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
      }
    }
  }
}
