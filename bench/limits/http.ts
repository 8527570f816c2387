// Limit B: what `node:http` itself costs. Reads and parses the same body, answers the same bytes.
import { createServer } from 'node:http';
import { z } from 'zod';

const answerOf = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });
const { headers, body } = answerOf.parse(JSON.parse(process.argv[2] ?? ''));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(201, headers).end(body);
  });
});
server.listen(0, () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`ready at http://localhost:${address?.port}`);
});
process.on('SIGTERM', () => process.exit(0));
