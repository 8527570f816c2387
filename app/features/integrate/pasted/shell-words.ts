/** Splits a command into words, as the shell that it was written for does. */

/** What a pattern matches becomes a part of a word; `undefined`: a word ends there. */
type Rule = readonly [pattern: RegExp, read: (match: RegExpExecArray) => string | undefined];

/** A command that a shell would not run as it is. */
export class UnclosedQuoteError extends Error {}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', 0: '\0' };

/** `$'…'` of bash, as far as browsers write it. */
const ansiC = (text: string) =>
  text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g,
    (_, unit?: string, byte?: string, other = '') => {
      const code = unit ?? byte;
      return code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[other] ?? other);
    },
  );

const bash: readonly Rule[] = [
  [/(?:\s|\\\r?\n)+/y, () => undefined],
  [/\$'((?:[^'\\]|\\[\s\S])*)'/y, ([, text = '']) => ansiC(text)],
  [/'([^']*)'/y, ([, text]) => text],
  [
    /"((?:[^"\\]|\\[\s\S])*)"/y,
    ([, text = '']) => text.replace(/\\(?:(["\\$`])|\r?\n)/g, (_, sign = '') => sign),
  ],
  [/\\([\s\S])/y, ([, sign]) => sign],
  [/(?:[^\s'"\\$]|\$(?!'))+/y, ([text]) => text],
];

/** Of Windows: the arguments of a program, once the signs of the Command Prompt are gone. */
const windows: readonly Rule[] = [
  [/\s+/y, () => undefined],
  [
    /"((?:[^"\\]|\\[\s\S]|"")*)"/y,
    ([, text = '']) => text.replace(/\\(["\\])|""/g, (_, sign = '"') => sign),
  ],
  [/\\"/y, () => '"'],
  [/(?:[^\s"\\]|\\(?!"))+/y, ([text]) => text],
];

const powershell: readonly Rule[] = [
  [/(?:\s|`\r?\n|;)+/y, () => undefined],
  [/@'\r?\n((?:[^\n]|\n(?!'@))*)\n'@/y, ([, text]) => text],
  [/@"\r?\n((?:[^\n]|\n(?!"@))*)\n"@/y, ([, text = '']) => backticks(text)],
  // A table, as it is written: `@{ 'X-API-Key' = '…' }`.
  [/@\{(?:[^}"']|"(?:[^"`]|`[\s\S])*"|'[^']*')*\}/y, ([text]) => text],
  [/'((?:[^']|'')*)'/y, ([, text = '']) => text.replaceAll("''", "'")],
  [/"((?:[^"`]|`[\s\S]|"")*)"/y, ([, text = '']) => backticks(text.replaceAll('""', '"'))],
  [/`([\s\S])/y, ([, sign]) => sign],
  [/[^\s'"`;@]+|@/y, ([text]) => text],
];

function backticks(text: string): string {
  return text.replace(/`([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign);
}

/** A caret escapes the sign behind it. Browsers write a line break as a caret and two line breaks. */
const withoutCarets = (command: string) =>
  command.includes('^"')
    ? command.replace(/\^(?:(\r?\n){2}|\r?\n|([\s\S]))/g, (_, line?: string, sign = '') =>
        line ? '\n' : sign,
      )
    : command.replace(/\^\r?\n/g, ' ');

function split(text: string, rules: readonly Rule[]): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  let at = 0;
  const matchAt = ([pattern]: Rule) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const rule = rules.find(matchAt);
    const match = rule && matchAt(rule);
    if (!match) throw new UnclosedQuoteError();

    const part = rule[1](match);
    if (part === undefined) endWord();
    else word = (word ?? '') + part;
    at += match[0].length;
  }
  endWord();
  return words;
}

/** @throws UnclosedQuoteError */
export const powershellWords = (command: string) => split(command, powershell);

/**
 * The words of a command for bash, the Command Prompt or PowerShell.
 *
 * @throws UnclosedQuoteError
 */
export function shellWords(command: string): string[] {
  if (/\^(?:"|\r?\n)/.test(command)) return split(withoutCarets(command), windows);
  return /`\r?\n/.test(command) ? powershellWords(command) : split(command, bash);
}
