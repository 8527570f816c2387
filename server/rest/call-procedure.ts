import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TRPCError } from '@trpc/server';
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi';
import type { PublicContext } from '../api/public-context.ts';
import { publicRouter } from '../api/public-router.ts';

/**
 * What trpc-to-openapi reads of a request. With the prototype of `Request` it takes the abort
 * signal from here, instead of converting every Node request to a web one to obtain it.
 */
class LightRequest {
  readonly method = 'POST';
  readonly headers = { get: () => 'application/json' };
  readonly signal = new AbortController().signal;
  readonly url: string;
  readonly body: object;
  readonly context: PublicContext;
  error: TRPCError | undefined;

  constructor(url: string, body: object, context: PublicContext) {
    this.url = url;
    this.body = body;
    this.context = context;
  }
}
Object.setPrototypeOf(LightRequest.prototype, Request.prototype);

/** Takes the answer, so that the published envelope can be written around it. */
class CapturedResponse {
  statusCode = 0;
  body = '';
  setHeader(): void {}
  end(body: string): void {
    this.body = body;
  }
}

/** The adapter is typed for Node's own objects, and reads no more of them than ours have. */
const asNodePair = (request: LightRequest, response: CapturedResponse) =>
  [request, response] as unknown as [IncomingMessage, ServerResponse];
const asLightRequest = (request: IncomingMessage) => request as unknown as LightRequest;

const handle = createOpenApiNodeHttpHandler({
  router: publicRouter,
  createContext: async ({ req }) => asLightRequest(req).context,
  responseMeta: ({ errors }) => (errors.length === 0 ? { status: 201 } : {}),
  onError: ({ error, req }) => {
    asLightRequest(req).error = error;
  },
});

/**
 * Runs the procedure that answers `POST url`.
 *
 * @param url path as in the procedure's `openapi` meta, with its parameters filled in
 * @returns status and JSON text of the procedure's output
 * @throws TRPCError as the procedure threw it
 */
export async function callProcedure(
  url: string,
  body: object,
  context: PublicContext,
): Promise<{ status: number; json: string }> {
  const request = new LightRequest(url, body, context);
  const response = new CapturedResponse();
  await handle(...asNodePair(request, response));

  if (request.error) throw request.error;
  return { status: response.statusCode, json: response.body };
}
