/** Milliseconds between two looks: a deadline passes at most this much late. */
const interval = 1_000;

/**
 * One deadline for many short tasks, looked at once a second. A timer for each of ten thousand
 * bodies a second, of which none ever fires, costs more than reading them.
 */
export class SharedDeadline {
  readonly #milliseconds: number;
  /** In the order of their start, which is the order of their end. */
  readonly #tasks = new Set<{ until: number; passed: () => void }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Calls `passed` unless the function that is returned was called before the deadline. */
  start(passed: () => void): () => void {
    const task = { until: performance.now() + this.#milliseconds, passed };
    this.#tasks.add(task);
    this.#timer ??= setInterval(() => this.#look(), interval).unref();
    return () => this.#tasks.delete(task);
  }

  #look(): void {
    const now = performance.now();
    for (const task of this.#tasks) {
      if (task.until > now) return;
      this.#tasks.delete(task);
      task.passed();
    }
  }
}
