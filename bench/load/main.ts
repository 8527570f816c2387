// The caller of all contestants, a process of its own: an order on standard input, a result on
// standard output.
import { json } from 'node:stream/consumers';
import { Connection } from './connection.ts';
import { loadOrder } from './order.ts';
import { Recorder } from './recorder.ts';

const order = loadOrder.parse(await json(process.stdin));
const requests = order.requests.map((request) => Buffer.from(request));
const recorder = new Recorder(order, () => console.log(JSON.stringify(recorder.result())));

for (let caller = 0; caller < order.connections; caller += 1) {
  const request = requests[caller % requests.length];
  if (request) new Connection(order.port, request, recorder);
}
