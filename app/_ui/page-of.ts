/** The path of a link to another page of the product that a click would open in this tab. */
export function pageOf(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const inOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (
    event.defaultPrevented ||
    !link?.href ||
    inOtherTab ||
    link.target ||
    link.hasAttribute('download')
  )
    return undefined;

  const { origin, pathname, search } = new URL(link.href);
  const path = `${pathname}${search}`;
  const isHere = path === `${location.pathname}${location.search}`;
  return origin === location.origin && !isHere ? path : undefined;
}
