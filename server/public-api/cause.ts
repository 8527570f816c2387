const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const place = /line \d+, column \d+: /g;
const index = /\[\d+\]/g;
const maxLength = 300;

/**
 * Why a request was refused, from the text of its answer: without what differs between requests of
 * one sender, so that the intake log can group them.
 */
export function causeOf(message: string): string {
  const cause = message.replace(place, '').replace(index, '[]').replace(uuid, '{id}');
  return cause.length > maxLength ? `${cause.slice(0, maxLength)}…`.toWellFormed() : cause;
}
