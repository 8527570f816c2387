// The load generator, a process of its own: an order as its argument, the result on standard output.
import autocannon from 'autocannon';
import { type LoadResult, loadOrder } from './load.ts';
import { percentile } from './statistics.ts';

const order = loadOrder.parse(JSON.parse(process.argv[2] ?? ''));
const { connections, count, seconds = Number.POSITIVE_INFINITY } = order;

// autocannon's own figures include the warm-up and whole milliseconds only.
const from = performance.now() + order.warmUp * 1_000;
const until = from + seconds * 1_000;
const latencies: number[] = [];
let failure: string | undefined;

function finish(error: unknown, { requests, errors }: autocannon.Result): void {
  if (error) throw error;

  // autocannon connects again without an error when a server closes a connection.
  const inFlight = count === undefined ? connections : 0;
  if (requests.sent - requests.total > inFlight) failure ??= 'A request has no answer';
  if (errors > 0) failure ??= 'A connection failed';
  if (latencies.length === 0) failure ??= 'No answer came in the measured time';
  if (failure !== undefined) {
    console.error(failure);
    process.exit(1);
  }

  const sorted = Float64Array.from(latencies).sort();
  const measured = Math.min(until, performance.now()) - from;
  const result: LoadResult = {
    answers: requests.total,
    requestsPerSecond: (latencies.length * 1_000) / measured,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  };
  console.log(JSON.stringify(result));
}

const { url, method, headers, body } = order;
// `stop` ends a load without a number of answers.
const end = count === undefined ? { duration: 86_400 } : { amount: count };
const settings = { sampleInt: 100, bailout: 1 };
const run = autocannon(
  { url, method, headers, ...(body && { body }), connections, ...end, ...settings },
  finish,
);
run.on('reqError', (error: Error) => {
  failure ??= error.message;
});
run.on('response', (_client, status, _bytes, latency) => {
  if (status !== order.status) failure ??= `An answer has the status ${status}`;
  const now = performance.now();
  if (now >= until || failure !== undefined) run.stop();
  else if (now >= from) latencies.push(latency);
});
