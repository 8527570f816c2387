import { handleAuthRequest } from '#server/auth/handle-auth-request.ts';

export { handleAuthRequest as GET, handleAuthRequest as POST };
