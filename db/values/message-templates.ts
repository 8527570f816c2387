/** What a template has in place of words of the lead and its sender, in double braces. */
export const placeholders = ['name', 'firstName', 'agent', 'company', 'funnel'] as const;

export type Placeholder = (typeof placeholders)[number];

/** A value that is not known is an empty text. */
type PlaceholderValues = Readonly<Record<Placeholder, string>>;

export const placeholderText = (placeholder: Placeholder): string => `{{${placeholder}}}`;

const braced = /\{\{([^{}]*)\}\}/g;

const placeholderOf = (written: string): Placeholder | undefined => {
  const wanted = written.trim().toLowerCase();
  return placeholders.find((placeholder) => placeholder.toLowerCase() === wanted);
};

/** What in a text has double braces and stands for nothing, as it is written; undefined: nothing. */
export function unknownPlaceholder(text: string): string | undefined {
  const [unknown] = Array.from(text.matchAll(braced)).filter(
    ([, written = '']) => !placeholderOf(written),
  );
  const rest = text.replaceAll(braced, '');
  const unpaired = ['{{', '}}'].find((braces) => rest.includes(braces));
  return unknown?.[0] ?? unpaired;
}

/** Between a greeting and a name. */
const joins = new Set([' ', '\u00a0', ',', '،', '，', '、']);
/** After a name at the beginning of a line. */
const ends = new Set([...joins, ':', '!', '！']);

function withoutEnd(text: string): string {
  let end = text.length;
  while (joins.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function asBeginning(text: string): string {
  let start = 0;
  while (ends.has(text.charAt(start))) start += 1;
  const [first = '', ...rest] = text.slice(start);
  return first.toLocaleUpperCase() + rest.join('');
}

/**
 * Puts values in the place of placeholders. Without a value, the comma and blanks before it go as well:
 * `Hello {{name}}!` becomes `Hello!`. At the beginning of a line, those after it go.
 */
export function fillTemplate(text: string, values: PlaceholderValues): string {
  let filled = '';
  let isBeginning = false;
  /* Texts, each with the name of the placeholder behind it. */
  text.split(braced).forEach((part, index) => {
    const placeholder = index % 2 === 1 ? placeholderOf(part) : undefined;
    if (index % 2 === 0) {
      filled += isBeginning ? asBeginning(part) : part;
      isBeginning &&= part === '';
      return;
    }
    const value = placeholder ? values[placeholder] : `{{${part}}}`;
    if (value !== '') {
      filled += value;
      isBeginning = false;
      return;
    }
    const before = withoutEnd(filled);
    if (before === '' || before.endsWith('\n')) isBeginning = true;
    filled = before;
  });

  return filled;
}

/** `Maria` of `Maria da Silva`. */
const firstNameOf = (name: string): string => name.trim().split(/\s/, 1)[0] ?? '';

interface Greeted {
  name: string;
  /** What the name was made from; `null`: it is the name of a person. */
  nameFrom: unknown;
}

/** A name that was made from a phone or an address greets none. */
export function valuesFor(
  { name, nameFrom }: Greeted,
  others: Pick<PlaceholderValues, 'agent' | 'company' | 'funnel'>,
): PlaceholderValues {
  const known = nameFrom === null ? name.trim() : '';
  return { name: known, firstName: firstNameOf(known), ...others };
}
