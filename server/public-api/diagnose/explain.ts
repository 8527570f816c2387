import { type JSONVisitor, type ParseError, printParseErrorCode, visit } from 'jsonc-parser';
import { validate } from 'uuid';
import type { ApiKeyActor } from '../../services/actor.ts';
import { NotFoundError } from '../../services/errors.ts';
import { hasFunnel } from '../../services/funnels/has-funnel.ts';
import { operationPath } from '../contract.ts';
import { errors } from '../errors.ts';
import { shortName } from '../lead-headers.ts';
import type { PublicContext } from '../procedure.ts';
import { explained, PublicError } from '../response.ts';

/** The likely cause of a refusal, in the words of an answer. */

const createLeadPath = '/api/leads/public/{stepId}';
const maxNamesListed = 10;
/** Longer texts of the sender are cut in answers. */
const maxQuoteLength = 100;

const quote = (text: string) =>
  text.length <= maxQuoteLength ? text : `${text.slice(0, maxQuoteLength)}…`.toWellFormed();

/** The ID in a path of leads. */
const idInPath = /(?<=\/leads\/(public\/)?)(?!public\b)[^/]+/;

/** The path, with a placeholder for what is no ID: it may be a value, and answers are stored. */
const withoutValues = (path: string) =>
  path.replace(idInPath, (id, isPublic) =>
    validate(id) ? id : isPublic ? '{stepId}' : '{leadId}',
  );

/**
 * @param takes whether an operation has the path and the method
 * @returns the path to send to, for one that looks like it
 */
export function explainPath(
  path: string,
  method: string,
  takes: (path: string, method: string) => boolean,
): string | undefined {
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (takes(plain, method)) return `send to ${quote(withoutValues(plain))}`;

  return /lead/i.test(path) ? `send to ${createLeadPath}` : undefined;
}

/** @param allowed the methods that the path takes, separated by commas */
export function explainMethod(path: string, method: string, allowed: string): string {
  const wantsToCreate = method === 'POST' && !allowed.includes('POST') && /lead/i.test(path);
  return `send ${allowed}${wantsToCreate ? `; leads are created at ${createLeadPath}` : ''}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** @param sent in the place of the step's ID, decoded */
function explainStepId(sent: string): string | undefined {
  const [id = ''] = uuid.exec(sent) ?? [];
  const around = id === '' ? '' : sent.replace(id, '');
  // Letters and digits may be a value.
  if (around !== '' && !/[\p{L}\p{N}]/u.test(around)) {
    const what = /^[\s\p{Cf}]*$/u.test(around) ? 'blanks or line breaks' : 'signs';
    return `the ID of the step has ${what} around it; send it alone`;
  }
  if (!/^[{:<]/.test(sent)) return undefined;

  // Only a name is quoted: anything else in the path may be a value.
  const name = /^[{:<][a-z_-]{1,30}[}>]?$/i.test(sent) ? sent : 'the placeholder';
  return `put the ID of a step in the place of ${name}`;
}

/**
 * Adds to a 404 that the path still has a placeholder, something around the ID, or the ID of a funnel
 * instead of a step.
 *
 * @param error what creating a lead threw
 * @throws PublicError 404, or any other error unchanged
 */
export async function explainStepNotFound(
  { db, actor, request, params }: PublicContext & { actor: ApiKeyActor },
  error: unknown,
): Promise<never> {
  if (!(error instanceof NotFoundError)) throw error;

  const sent = decoded(operationPath(request.path)?.split('/')[3] ?? '');
  const reason = (await hasFunnel(db, actor, params.stepId ?? ''))
    ? 'this is the ID of a funnel; send to one of its steps'
    : undefined;
  throw new PublicError(explained(errors.stepNotFound, explainStepId(sent) ?? reason));
}

/** @param type the `Content-Type` that was sent; parameters are left out */
export function explainType(type: string): string {
  const [name = ''] = type.split(';', 1);
  return type === '' ? 'it is missing' : `not ${quote(name.trimEnd())}`;
}

/** @param name the `charset` that was sent */
export const explainCharset = (name: string) =>
  name === '' ? 'charset is empty' : `charset is ${quote(name)}`;

/**
 * What a body is encoded as instead of UTF-8, as far as its first bytes tell: JSON begins with two
 * ASCII characters, or a byte order mark.
 */
export function explainEncoding([first, second, third, fourth]: Uint8Array): string | undefined {
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!hasMark && first !== 0 && second !== 0) return undefined;

  const isOfFour = (first === 0 && second === 0) || (third === 0 && fourth === 0);
  return isOfFour ? 'it is UTF-32' : 'it is UTF-16';
}

const quotes: Record<string, string> = {
  "'": 'a single quote where a double quote belongs',
  '“': 'a typographic quote where a plain double quote belongs',
  '”': 'a typographic quote where a plain double quote belongs',
};

/** Words that programs write for a value that JSON writes otherwise, or not at all. */
const foreignWord =
  /^(?:(true)|(false)|[+-]?nan|[+-]?infinity|undefined|none|null)(?=\s{0,80}(?:[,\]}]|$))/i;

/** What is wrong with text that begins no value, as far as no value of the sender is quoted. */
function explainSymbol(text: string): string | undefined {
  const [word, isTrue, isFalse] = foreignWord.exec(text) ?? [];
  if (word !== undefined) {
    const meant = isTrue ? 'true' : isFalse ? 'false' : 'null';
    return `${word} is no value of JSON; send ${meant}`;
  }
  if (text.startsWith('\\"')) {
    return 'an escaped quote (\\") where a plain double quote belongs: the text is escaped once too often';
  }
  if (text.startsWith('\\')) return 'a backslash outside of a string';
  return text.startsWith('&quot;')
    ? 'a quote written as HTML (&quot;) where a plain double quote belongs'
    : quotes[text.charAt(0)];
}

/** Reasons by the parser's name of an error. */
const reasons: Record<string, string> = {
  ValueExpected: 'a value is missing',
  PropertyNameExpected: 'a name in double quotes is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is more behind its end',
  InvalidCommentToken: 'a comment',
  UnexpectedEndOfComment: 'a comment',
  UnexpectedEndOfNumber: 'a number that is cut off',
  InvalidUnicode: 'an unknown escape inside a string',
  InvalidEscapeCharacter: 'an unknown escape inside a string',
  InvalidCharacter: 'a raw tab or other control character inside a string',
};

/** The reason, and its offset in the text. The parser gives the token where it stopped. */
function explainError(text: string, { error, offset, length }: ParseError): [string, number] {
  const name = printParseErrorCode(error);
  const token = text.slice(offset, offset + length);
  const control = token.search(/\p{Cc}/u);
  if (name === 'UnexpectedEndOfString') {
    const end = offset + length;
    return end < text.length
      ? ['a raw line break inside a string', end]
      : ['a string that does not end', offset];
  }
  if (name === 'PropertyNameExpected' && /,\s{0,80}$/.test(text.slice(0, offset))) {
    return ['a comma with nothing behind it', offset];
  }
  // The token may be personal data or a secret: an answer is stored with its key.
  const reason =
    reasons[name] ??
    explainSymbol(text.slice(offset, offset + 100)) ??
    'text without double quotes';
  return [reason, offset + Math.max(control, 0)];
}

interface FoundError extends ParseError {
  /** Position of `offset`, both from 0. */
  line: number;
  column: number;
}

/** The first error of the parser; `undefined` when the text is nested too deeply for it. */
function findError(text: string): FoundError | undefined {
  let found: FoundError | undefined;
  const onError: JSONVisitor['onError'] = (error, offset, length, line, column) => {
    found = { error, offset, length, line, column };
    throw new SyntaxError('Stop at the first error');
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // Thrown above, or by the recursion of the parser.
  }
  return found;
}

/**
 * What is wrong with a text that `JSON.parse` refuses, with line and column from 1.
 *
 * @returns `undefined` when it is nested too deeply to tell
 */
export function explainJson(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty';
  if (/^[^\s={}[\]"<]+=/.test(text)) return 'it looks like the fields of a form';

  const first = findError(text);
  if (!first) return undefined;

  // A token with an error is always on one line.
  const [reason, offset] = explainError(text, first);
  return `line ${first.line + 1}, column ${first.column + offset - first.offset + 1}: ${reason}`;
}

/** @param names of fields that came; their values are never part of an answer */
export function explainNames(names: readonly string[]): string {
  if (names.length === 0) return '';

  const shown = names.slice(0, maxNamesListed).map(shortName).join(', ');
  return ` (the body has ${shown}${names.length > maxNamesListed ? ', …' : ''})`;
}

/** @param value any JSON except an object */
export function explainValue(value: unknown): string {
  if (Array.isArray(value)) return 'it is a list: send one lead, or {"leads": […]} to the batch';
  if (typeof value !== 'string') return `it is ${value === null ? 'null' : `a ${typeof value}`}`;

  return /^\s*\{/.test(value)
    ? 'it is a string that holds JSON: send the object itself'
    : 'it is a string';
}
