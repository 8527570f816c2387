import { type Answer, answersIn, flatBody } from './answers.ts';
import { openJson } from './open-json.ts';
import { type Asked, meantBy } from './question.ts';
import {
  at,
  type Fields,
  fieldsAt,
  isFields,
  itemsAt,
  nothing,
  people,
  type ReadTool,
  textAt,
} from './submitted.ts';

/** Forms that send questions beside answers. */

const typeformKinds = new Map<unknown, Asked>([
  ['email', 'email'],
  ['phone_number', 'phones'],
]);

/** The value is under the name of its type; a choice is described by an object. */
function typeformValue(answer: Fields): unknown {
  const type = textAt(answer, 'type') ?? '';
  const value = at(answer, type);
  if (!isFields(value)) return value;

  const labels = at(value, 'labels') ?? at(value, 'label') ?? at(value, 'amount');
  const other = at(value, 'other');
  if (labels === undefined) return other;
  return other === undefined || other === null ? labels : [labels, other].flat();
}

function typeformAnswer(answer: Fields, titles: ReadonlyMap<unknown, unknown>): Answer {
  const { id, ref } = fieldsAt(answer, 'field');
  const type = textAt(answer, 'type') ?? '';
  const hint = [ref, id].find((name) => typeof name === 'string') ?? '';
  const title = titles.get(id) ?? titles.get(ref);
  return {
    label: typeof title === 'string' && title !== '' ? title : hint,
    hint,
    value: typeformValue(answer),
    kind: typeformKinds.get(type),
  };
}

/** https://www.typeform.com/developers/webhooks/example-payload/ */
export const readTypeform: ReadTool = (body) => {
  const response = at(body, 'form_response');
  if (!isFields(response)) return undefined;

  const answers = itemsAt(response, 'answers');
  if (answers.length === 0) return nothing('has no answers');
  const titles = new Map(
    itemsAt(response, 'definition', 'fields').flatMap(({ id, ref, title }) => [
      [ref, title] as const,
      [id, title] as const,
    ]),
  );
  const known = { externalLeadId: at(response, 'token'), formId: at(response, 'form_id') };
  const hidden = answersIn(fieldsAt(response, 'hidden'));
  return people([
    flatBody(known, [...answers.map((answer) => typeformAnswer(answer, titles)), ...hidden]),
  ]);
};

const tallyKinds = new Map<unknown, Asked>([
  ['INPUT_EMAIL', 'email'],
  ['INPUT_PHONE_NUMBER', 'phones'],
]);

/** Choices are IDs of options, and files are objects with an address. */
function tallyValue(field: Fields): unknown {
  const { value } = field;
  if (!Array.isArray(value)) return value;

  const texts = new Map(itemsAt(field, 'options').map(({ id, text }) => [id, text]));
  const items = value.map((item) => texts.get(item) ?? textAt(item, 'url') ?? item);
  return items.length === 1 ? items[0] : items;
}

/** Each box comes again as a field of its own, with `true` or `false`. */
const isTallyBox = ({ type, value }: Fields) => type === 'CHECKBOXES' && typeof value === 'boolean';

function tallyAnswer(field: Fields): Answer {
  const type = textAt(field, 'type') ?? '';
  return {
    label: textAt(field, 'label') ?? textAt(field, 'key') ?? '',
    value: tallyValue(field),
    kind: tallyKinds.get(type),
  };
}

/** https://tally.so/help/webhooks */
export const readTally: ReadTool = (body) => {
  const data = at(body, 'data');
  if (!Array.isArray(at(data, 'fields'))) return undefined;

  const fields = itemsAt(data, 'fields');
  if (fields.length === 0) return nothing('has no answers');
  const known = { externalLeadId: at(data, 'responseId'), formId: at(data, 'formId') };
  return people([flatBody(known, fields.filter((field) => !isTallyBox(field)).map(tallyAnswer))]);
};

/** `q3_fullName3` is the field `fullName3` of question 3, where the number at the end was added. */
const jotformName = /^q(\d{1,6})_(.+)$/s;

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** A name, phone, date or address in parts is one text. */
function jotformValue(value: unknown): unknown {
  if (!isFields(value)) return value;

  const texts = Object.values(value).filter((part) => isText(part) && part !== '');
  return texts.join('first' in value || 'phone' in value ? ' ' : ', ');
}

function jotformKind(value: unknown): Asked | undefined {
  if (!isFields(value)) return undefined;
  if ('first' in value || 'last' in value) return 'name';
  return 'phone' in value || 'area' in value || 'full' in value ? 'phones' : undefined;
}

/** Answers, and hidden fields with names that are known; the rest is of Jotform. */
function jotformAnswer([name, value]: [string, unknown]): Answer[] {
  const [, number, label] = jotformName.exec(name) ?? [];
  if (number === undefined || label === undefined)
    return meantBy(name) ? [{ label: name, value }] : [];

  const isNumbered = label.length > number.length && label.endsWith(number);
  return [
    {
      label: isNumbered ? label.slice(0, -number.length) : label,
      value: jotformValue(value),
      kind: jotformKind(value),
    },
  ];
}

/** https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/ */
export const readJotform: ReadTool = (body) => {
  const answers = openJson(textAt(body, 'rawRequest'));
  if (!answers) return undefined;

  const known = { externalLeadId: at(body, 'submissionID'), formId: at(body, 'formID') };
  return people([flatBody(known, Object.entries(answers).flatMap(jotformAnswer))]);
};
