// The load generator, a process of its own: an order as its argument, the result on standard output.
import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { type LoadResult, loadOrder } from './load.ts';

const order = loadOrder.parse(JSON.parse(process.argv[2] ?? ''));
const { url, method, headers, body, connections } = order;

// autocannon's own figures include the warm-up and whole milliseconds only.
const from = performance.now() + order.warmUp * 1_000;
const until = from + order.seconds * 1_000;
const microseconds = createHistogram();
let failure: string | undefined;

function finish(error: unknown, { requests, errors }: autocannon.Result): void {
  if (error) throw error;

  // autocannon connects again without an error when a server closes a connection.
  if (requests.sent - requests.total > connections) failure ??= 'A request has no answer';
  if (errors > 0) failure ??= 'A connection failed';
  if (microseconds.count === 0) failure ??= 'No answer came in the measured time';
  if (failure !== undefined) {
    console.error(failure);
    process.exit(1);
  }

  const percentile = (percent: number) => microseconds.percentile(percent) / 1_000;
  const result: LoadResult = {
    rate: microseconds.count / order.seconds,
    p50: percentile(50),
    p95: percentile(95),
    p99: percentile(99),
  };
  console.log(JSON.stringify(result));
}

const request = { url, method, headers, ...(body && { body }) };
// `stop` ends the load, long before this duration.
const settings = { connections, duration: 86_400, sampleInt: 100, bailout: 1 };
const run = autocannon({ ...request, ...settings }, finish);
run.on('reqError', (error: Error) => {
  failure ??= error.message;
});
run.on('response', (_client, status, _bytes, latency) => {
  if (status !== order.status) failure ??= `An answer has the status ${status}`;
  const now = performance.now();
  if (now >= until || failure !== undefined) run.stop();
  else if (now >= from) microseconds.record(Math.max(1, Math.round(latency * 1_000)));
});
