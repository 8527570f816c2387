/** Milliseconds between the starts of two turns. */
const pause = 1_000;

/**
 * A function that starts `work`: at once, or, while that or a second since its start is under way,
 * once more afterwards, however often it was called.
 */
export function takeTurns(work: () => Promise<unknown>): () => void {
  let running = false;
  let wanted = false;

  return async () => {
    wanted = true;
    if (running) return;
    running = true;
    while (wanted) {
      wanted = false;
      await Promise.all([work(), new Promise((done) => setTimeout(done, pause))]);
    }
    running = false;
  };
}
