import type { Address } from './fixture.ts';

/** What a form on a landing page sends: a person, and the campaign that brought them. */
export const submission = {
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321'],
  email: 'maria.silva@example.com',
  campaignName: 'Spring',
  utmSource: 'google',
  utmMedium: 'cpc',
  utmCampaign: 'spring-sale',
};

/** The whole HTTP request, as a caller that keeps its connection sends it. */
export function requestTo({ stepId, secret }: Address): string {
  const body = JSON.stringify(submission);
  const lines = [
    `POST /api/leads/public/${stepId} HTTP/1.1`,
    'Host: localhost',
    'User-Agent: bench',
    `X-API-Key: ${secret}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
