import { handleAuthRequest, isAuthAction } from '#server/auth/handle-auth-request.ts';
import { handleWebRequest } from '#server/public-api/web.ts';

/** What is no action of sign-in gets the 404 of the public API. */
function answer(...given: Parameters<typeof handleAuthRequest>): Promise<Response> {
  const [request] = given;

  return isAuthAction(request) ? handleAuthRequest(...given) : handleWebRequest(request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
