/** Pixels. All cards are of one height, so that no list shifts while it scrolls. */
export const cardHeights = { comfortable: 92, compact: 64 };
export const cardGap = 8;
/** Cards that the server renders: as many as a phone or a laptop shows. */
export const firstCards = 9;
