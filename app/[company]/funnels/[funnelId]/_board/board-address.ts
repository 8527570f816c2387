import {
  emptyAddress,
  type LeadsAddress,
  malformedIn,
  queryOf,
  readAddress,
  withoutUnknown,
  writeAddress,
} from '#server/panel-api/schemas/leads-address.ts';

/**
 * What an address filters a board by. Its funnel is that of the page, and its columns are the steps.
 *
 * @param members absent while they are unknown: then any id is taken for that of one
 */
export function readBoardAddress(
  params: Pick<URLSearchParams, 'get'>,
  members: readonly { id: string }[] | undefined,
) {
  const { funnel, step, sort, view } = emptyAddress;
  const asked = { ...readAddress(params), funnel, step, sort, view };
  const { known, unknown } = withoutUnknown(asked, { members });
  const { filter, search } = queryOf(known);

  return { address: known, filter, search, unknown: [...unknown, ...malformedIn(params)] };
}

/** Sets parameters of an address; what is empty is removed. */
export function changeAddress(url: URL, change: Partial<LeadsAddress>): void {
  const written = new URLSearchParams(writeAddress({ ...emptyAddress, ...change }));
  for (const name of Object.keys(change)) {
    const text = written.get(name);
    if (text) url.searchParams.set(name, text);
    else url.searchParams.delete(name);
  }
}
