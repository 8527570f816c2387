/** How a round is measured. */
export interface Load {
  connections: number;
  warmUpSeconds: number;
  seconds: number;
}

/** What a round gave. Latencies in milliseconds, where the tool tells them. */
export interface Sample {
  requestsPerSecond: number;
  p50?: number;
  p99?: number;
}

export interface Contestant {
  /** As the report names it. */
  readonly name: string;
  /** Brings the database to where every round of it starts. Not measured. */
  prepare(): Promise<void>;
  measure(load: Load): Promise<Sample>;
}
