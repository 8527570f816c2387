/** What open screens show. A change names what has changed of each. No imports: the browser uses it too. */
export const changeKinds = [
  'leads',
  /** Steps that leads came into or went out of. */
  'steps',
  /** Names, order and state of funnels and steps. */
  'funnels',
  'keys',
  'members',
  'views',
  /** Message templates of the company. */
  'templates',
  /** The audit log has a new entry. */
  'audit',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** Ids, or `all` when any of the kind may have changed. */
export type Names = readonly string[] | 'all';

export type Change = Readonly<Partial<Record<ChangeKind, Names>>>;

/** Ids of one kind; of more, `all`. No change names more than three kinds, and an announcement has 8,000 bytes. */
export const maxNamedIds = 60;

export const everything: Change = Object.fromEntries(changeKinds.map((kind) => [kind, 'all']));

function mergeNames(one: Names = [], other: Names = []): Names {
  if (one === 'all' || other === 'all') return 'all';

  const ids = new Set([...one, ...other]);
  return ids.size <= maxNamedIds ? [...ids] : 'all';
}

export const mergeChanges = (one: Change, other: Change): Change =>
  Object.fromEntries(
    changeKinds
      .filter((kind) => one[kind] ?? other[kind])
      .map((kind) => [kind, mergeNames(one[kind], other[kind])]),
  );

export const isNamed = (names: Names | undefined, id: string): boolean =>
  names === 'all' || (names?.includes(id) ?? false);

export const areNamed = (names: Names | undefined, ids: readonly string[]): boolean =>
  ids.some((id) => isNamed(names, id));
