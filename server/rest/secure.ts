import type { PublicRequest } from './door.ts';
import { HttpError } from './envelope.ts';

/**
 * A key that came in the clear is known to everybody on its way. A redirect would let its sender go
 * on like that unnoticed.
 *
 * @throws HttpError 403 for a key over plain http
 */
export function assertSecure(request: PublicRequest): void {
  if (request.isSecure() || !request.header('x-api-key')) return;

  throw new HttpError(403, 'API Key must be sent over https');
}
