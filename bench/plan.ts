import type { Load } from './contestants/contestant.ts';

/** How long everything takes. What is absent is left out. */
export interface Plan {
  rounds: number;
  throughput: Load;
  latency: Load;
  /** Also 64 keys, peer 2, and two workers. */
  isFull: boolean;
  /** Numbers of leads after which memory is read. */
  memory?: { early: number; late: number };
  /** Numbers of leads stored, and calls of a procedure in a round. */
  sizes?: { small: number; large: number; calls: number };
}

export const quickPlan: Plan = {
  rounds: 3,
  throughput: { connections: 64, warmUpSeconds: 0.5, seconds: 1.5 },
  latency: { connections: 1, warmUpSeconds: 0.3, seconds: 0.7 },
  isFull: false,
};

/** @param large leads of the large database */
export const fullPlan = (large: number): Plan => ({
  rounds: 5,
  throughput: { connections: 64, warmUpSeconds: 2, seconds: 5 },
  latency: { connections: 1, warmUpSeconds: 1, seconds: 3 },
  isFull: true,
  memory: { early: 10_000, late: 1_000_000 },
  sizes: { small: 1_000, large, calls: 100 },
});
