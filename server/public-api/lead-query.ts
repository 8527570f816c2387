import { NIL, validate } from 'uuid';
import { z } from 'zod';
import { decodeCursor, type Position } from '../services/cursor.ts';
import { maxListed } from '../services/leads/read-leads.ts';
import { parserOf } from './lead-input.ts';
import { type FieldIssue, invalidFields } from './response.ts';

/** The parameters of `GET /leads`. */

export const nextHeader = 'X-Next-After';

const parameters = z.object({
  after: z
    .string()
    .optional()
    .meta({
      description: `Lists the leads that came after it: the \`${nextHeader}\` of an earlier answer, or a time with its zone, then from that time on. Without it, the newest leads are listed.`,
      param: { example: '2026-11-22T12:00:00Z' },
    }),
  stepId: z
    .string()
    .optional()
    .meta({
      description: 'Lists only leads that are in this step now',
      param: { example: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5' },
    }),
  limit: z.int().min(1).max(maxListed).default(maxListed).meta({ description: 'Leads of a page' }),
  externalLeadId: z
    .string()
    .optional()
    .meta({
      description:
        'Finds leads by their id where they come from, as it was sent; also `lead_id`. It does not go together with the others.',
      param: { example: '4711' },
    }),
});

type Sent = Partial<Record<keyof z.input<typeof parameters> | 'lead_id', string>>;

const isWrong = (path: string, message: string, code = 'invalid_format'): FieldIssue => ({
  path,
  message,
  code,
});

const wrongAfter = isWrong(
  'after',
  `must be the ${nextHeader} of an earlier answer, or a time with its zone, as 2026-11-22T12:00:00Z`,
);
const wrongLimit = isWrong('limit', `must be a whole number from 1 to ${maxListed}`);
// Its name may be a value, and answers are stored.
const unknownParameter = isWrong(
  'query',
  'has an unknown parameter; send after, stepId and limit, or externalLeadId',
);

/** @throws PublicError 400 */
function readExternalId({ externalLeadId = '', lead_id = '', ...others }: Sent): string {
  const [id = '', other] = new Set([externalLeadId.trim(), lead_id.trim()].filter(Boolean));
  const [beside] = (['after', 'stepId', 'limit'] as const).filter((name) => name in others);
  if (other !== undefined) {
    const message = 'have different values; send one of them';
    throw invalidFields([isWrong('externalLeadId, lead_id', message, 'conflict')]);
  }
  if (beside !== undefined) {
    const message = 'do not go together; send one of them';
    throw invalidFields([isWrong(`externalLeadId, ${beside}`, message, 'conflict')]);
  }
  if (id === '' || id.includes('\0') || !id.isWellFormed()) {
    throw invalidFields([isWrong('externalLeadId', 'is required', 'required')]);
  }
  return id;
}

const time = z.iso.datetime({ offset: true });
/** The last that PostgreSQL reads as JavaScript writes it. */
const lastTime = Date.UTC(9999, 11, 31);

/** @returns `undefined` for what is neither a time nor a cursor */
function readPosition(sent: string): Position | undefined {
  // A plus that was not escaped arrives as a blank.
  const text = sent.replace(' ', '+');
  if (time.safeParse(text).success) {
    const createdAt = new Date(Math.min(Math.max(Date.parse(text), 0), lastTime));
    // Before all leads of that time.
    return { createdAt, id: NIL };
  }
  try {
    return decodeCursor(text);
  } catch {
    return undefined;
  }
}

/**
 * A poller that starts has an empty `after`, but an empty step is one that was not filled in.
 *
 * @throws PublicError 400 that names every problem
 */
function readPlace({ after = '', stepId, limit = '', ...others }: Sent) {
  const [place, size] = [after.trim(), limit.trim()];
  const position = place === '' ? undefined : readPosition(place);
  const count = size === '' ? maxListed : Number(/^\d{1,3}$/.exec(size)?.[0] ?? 0);
  const issues = [
    ...(place !== '' && !position ? [wrongAfter] : []),
    ...(count < 1 || count > maxListed ? [wrongLimit] : []),
    ...(Object.keys(others).length > 0 ? [unknownParameter] : []),
  ];
  if (issues.length > 0) throw invalidFields(issues);

  const id = stepId?.trim().toLowerCase();
  return {
    after: position,
    stepId: id === undefined || validate(id) ? id : NIL,
    limit: count,
  };
}

export const leadQuery = parserOf(parameters, ({ body }) => {
  const sent: Sent = body;
  const isSearch = 'externalLeadId' in sent || 'lead_id' in sent;
  return isSearch ? readExternalId(sent) : readPlace(sent);
});
