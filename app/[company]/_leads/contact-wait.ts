import { formatDuration } from '#app/_ui/format.ts';

/** `soon` from half of the target on, `late` beyond it. */
export type Urgency = 'none' | 'soon' | 'late';

const minute = 60_000;

/** @param target of the company, in minutes; `null`: none, so that nothing is urgent */
export function urgencyOf(milliseconds: number, target: number | null): Urgency {
  if (target === null || milliseconds < (target * minute) / 2) return 'none';

  return milliseconds > target * minute ? 'late' : 'soon';
}

/** What a screen reader says before the time. */
export const labelWait = (urgency: Exclude<Urgency, 'none'>, target: number): string =>
  `${urgency === 'late' ? 'Late' : 'Due soon'}, the target is ${formatDuration(target * minute)}: not contacted for `;
