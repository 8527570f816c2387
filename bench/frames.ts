import type { Page } from '@playwright/test';

/** Milliseconds. */
export interface Frames {
  /** The longest time between two frames. */
  interval: number;
  /** The longest of the long tasks and long animation frames, 0 without any: they begin at 50 ms. */
  task: number;
}

const startRecording = () => {
  const longest = { interval: 0, task: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration);
  });
  for (const type of ['longtask', 'long-animation-frame']) observer.observe({ type });

  let before: number | undefined;
  let isOver = false;
  const onFrame = (now: number) => {
    if (before !== undefined) longest.interval = Math.max(longest.interval, now - before);
    before = now;
    if (!isOver) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  return {
    stop: async () => {
      // What is observed is reported a little later.
      await new Promise((resolve) => setTimeout(resolve, 200));
      isOver = true;
      observer.disconnect();
      // The clock of a page is not exact: three frames of a 60th of a second may take 50.1 ms.
      return { interval: Math.round(longest.interval), task: Math.round(longest.task) };
    },
  };
};

/** The frames of a page while something runs. */
export async function recordFrames(page: Page, work: () => Promise<void>): Promise<Frames> {
  const recording = await page.evaluateHandle(startRecording);
  await work();
  return recording.evaluate(({ stop }) => stop());
}
