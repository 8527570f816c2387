/** How a member is shown as the owner of a lead. */
export interface Owner {
  name: string;
  initials: string;
  /** Of `data-person` in globals.css; undefined for none. */
  colour: number | undefined;
}

/** As many as globals.css has. */
const colours = 8;

/** `AL` for Ada Lovelace. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** Each as often as another: the last digits of ids are random. */
const preferredColour = (id: string) => Number.parseInt(id.slice(-6), 16) % colours;

/**
 * How each member is shown, so that no two look alike: those with the same initials have different
 * colours, and beyond these a number. In the order of their ids, which is that in which they were
 * added, so that a new member changes no other.
 */
export function looksOf(
  members: readonly { id: string; name: string }[],
): ReadonlyMap<string, Owner> {
  const byInitials = new Map<string, Set<string>>();
  const inOrder = members.toSorted((a, b) => (a.id < b.id ? -1 : 1));

  return new Map(
    inOrder.map(({ id, name }) => {
      const letters = initialsOf(name);
      const taken = byInitials.get(letters) ?? new Set();
      byInitials.set(letters, taken);
      const round = Math.floor(taken.size / colours);
      const initials = round === 0 ? letters : `${[...letters][0]}${round + 1}`;
      const first = preferredColour(id);
      const colour = Array.from({ length: colours }, (_, n) => (first + n) % colours).find(
        (each) => !taken.has(`${round} ${each}`),
      );
      taken.add(`${round} ${colour}`);
      return [id, { name, initials, colour }];
    }),
  );
}
