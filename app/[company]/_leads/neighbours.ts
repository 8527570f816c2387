/**
 * The leads before and after one. When it has left the list, they are those that were beside it and
 * are still there.
 *
 * @param leadIds the list now
 * @param listed the list when it last contained the lead
 */
export function neighboursOf(
  leadId: string,
  leadIds: readonly string[],
  listed: readonly string[],
): { previous: string | undefined; next: string | undefined } {
  const order = leadIds.includes(leadId) ? leadIds : listed;
  const index = order.indexOf(leadId);
  if (index < 0) return { previous: undefined, next: undefined };

  const isThere = (id: string) => leadIds.includes(id);
  return {
    previous: order.slice(0, index).findLast(isThere),
    next: order.slice(index + 1).find(isThere),
  };
}
