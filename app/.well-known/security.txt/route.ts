import { calledOrigin } from '#server/http/called-origin.ts';
import { securityTxt } from '#server/http/security-txt.ts';

/** The contact for reports of vulnerabilities. Needs no session. */
export const GET = (request: Request): Response => securityTxt(calledOrigin(request), Date.now());
