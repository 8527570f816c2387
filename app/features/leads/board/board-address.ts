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
  const { known, unknown } = withoutUnknown(boardOfList(readAddress(params)), { members });
  const { filter, search } = queryOf(known);

  return { address: known, filter, search, unknown: [...unknown, ...malformedIn(params)] };
}

/** The list of leads with what a board shows. */
export const listOfBoard = (funnelId: string, address: LeadsAddress): LeadsAddress => ({
  ...address,
  funnel: [funnelId],
});

/** The board with what the list of leads shows of one funnel. Its columns are the steps. */
export const boardOfList = (address: LeadsAddress): LeadsAddress => {
  const { funnel, step, sort, view, saved } = emptyAddress;
  return { ...address, funnel, step, sort, view, saved };
};

/** Sets parameters of an address; what is empty is removed. */
export function changeAddress(url: URL, change: Partial<LeadsAddress>): void {
  const written = new URLSearchParams(writeAddress({ ...emptyAddress, ...change }));
  for (const name of Object.keys(change)) {
    const text = written.get(name);
    if (text) url.searchParams.set(name, text);
    else url.searchParams.delete(name);
  }
}

/** Pixels. All cards are of one height, so that no list shifts while it scrolls. */
export const cardHeights = { comfortable: 92, compact: 64 };
export const cardGap = 8;
/** Cards that the server renders: as many as a phone or a laptop shows. */
export const firstCards = 9;
