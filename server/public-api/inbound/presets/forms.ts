import { readXml } from '../read-xml.ts';
import { type Answer, answersIn, flatBody } from './answers.ts';
import { openJson } from './open-json.ts';
import type { Asked } from './question.ts';
import {
  at,
  type Fields,
  fieldsAt,
  isFields,
  itemsAt,
  nothing,
  people,
  type ReadTool,
  type Submitted,
  textAt,
} from './submitted.ts';

/** Forms of websites. */

const dropping = (names: string) => new Set(names.split(' '));

/** Reads a flat form, whose names are those of its author. */
export const readFlatForm = (body: object): Submitted => people([flatBody({}, answersIn(body))]);

/** What Elementor adds to a form, in small letters: its metadata have these labels. */
const elementorNames = new Set([
  'form_id',
  'form_name',
  'post_id',
  'referer_title',
  'queried_id',
  'date',
  'time',
  'user agent',
  'remote ip',
  'powered by',
]);

const elementorTypes = new Map<unknown, Asked>([
  ['email', 'email'],
  ['tel', 'phones'],
]);

function elementorAnswer(id: string, field: Fields): Answer {
  const type = textAt(field, 'type') ?? '';
  return {
    label: textAt(field, 'title') ?? textAt(field, 'id') ?? id,
    hint: textAt(field, 'id') ?? id,
    value: field.value ?? field.raw_value,
    kind: elementorTypes.get(type),
  };
}

/**
 * Elementor Pro: labels as names, or `fields[…]` with advanced data. Its pages send `form_fields[…]`.
 */
export const readElementor: ReadTool = (body) => {
  const fields = Object.entries(fieldsAt(body, at(body, 'fields') ? 'fields' : 'form_fields'));
  if (fields.length === 0) {
    return people([flatBody({ formId: at(body, 'form_id') }, answersIn(body, elementorNames))]);
  }
  const answers = fields.flatMap(([id, field]) =>
    isFields(field) ? [elementorAnswer(id, field)] : [{ label: id, value: field }],
  );
  const page = { label: 'page_url', value: at(body, 'meta', 'page_url', 'value') };
  return people([
    flatBody({ formId: at(body, 'form', 'id') ?? at(body, 'form_id') }, [...answers, page]),
  ]);
};

/** Of an entry of Gravity Forms, beside the fields of the form. */
const gravityNames = dropping(
  'id form_id date_created date_updated ip user_agent is_starred is_read is_approved is_fulfilled ' +
    'created_by status post_id source_id currency payment_status payment_date payment_amount ' +
    'payment_method transaction_id transaction_type',
);

/** `5.3` is the input 3 of the field 5. */
const gravityInput = /^(\d{1,9})\.(\d{1,3})$/;

/**
 * The first field of an entry that is a name. First and last name are its inputs 3 and 6; an address has
 * these too, and an input 1 or 5.
 */
function gravityName(body: object): string | undefined {
  const inputs = new Map<string, Set<string>>();
  for (const [name, value] of Object.entries(body)) {
    const [, field, input] = gravityInput.exec(name) ?? [];
    if (!field || !input || value === '') continue;
    inputs.set(field, (inputs.get(field) ?? new Set()).add(input));
  }
  const found = [...inputs].find(
    ([, has]) => (has.has('3') || has.has('6')) && !has.has('1') && !has.has('5'),
  );
  return found?.[0];
}

/** An entry has numbers as names; the form of the value then says what it is. */
function gravityKind(name: string, value: unknown): Asked | undefined {
  if (!/^\d+$/.test(name) || typeof value !== 'string') return undefined;
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return 'email';
  return /^[+(][\d\s().-]{7,24}$/.test(value) ? 'phones' : undefined;
}

/** https://docs.gravityforms.com/entry-object/: own names, or the numbers of fields. */
export const readGravityForms: ReadTool = (body) => {
  const name = gravityName(body);
  const nameKinds = new Map<string, Asked>([
    [`${name}.3`, 'firstName'],
    [`${name}.6`, 'lastName'],
  ]);
  const answers = answersIn(body, gravityNames).map(
    ({ label, value }): Answer => ({
      label,
      value,
      kind: nameKinds.get(label) ?? gravityKind(label, value),
    }),
  );
  return people([flatBody({ formId: at(body, 'form_id') }, answers)]);
};

function webflowKind(type: unknown): Asked | undefined {
  if (typeof type !== 'string') return undefined;
  if (/email/i.test(type)) return 'email';
  return /phone|tel/i.test(type) ? 'phones' : undefined;
}

/** https://developers.webflow.com/data/reference/webhooks/events/form-submission; without `payload` in version 1. */
export const readWebflow: ReadTool = (body) => {
  const trigger = textAt(body, 'triggerType');
  if (trigger !== undefined && trigger !== 'form_submission') {
    return nothing('is not about the submission of a form');
  }
  const sent = trigger === undefined ? body : fieldsAt(body, 'payload');
  const data = at(sent, 'data');
  if (!isFields(data)) return undefined;
  if (Object.keys(data).length === 0) return nothing('has no answers');

  const types = new Map(
    itemsAt(sent, 'schema').map(({ fieldName, fieldType }) => [fieldName, fieldType]),
  );
  const answers = answersIn(data).map(
    (answer): Answer => ({ ...answer, kind: webflowKind(types.get(answer.label)) }),
  );
  const known = {
    externalLeadId: at(sent, 'id') ?? at(sent, '_id'),
    // The name of the form, which version 1 sends alone.
    formId: at(sent, 'formId') ?? at(sent, 'name'),
  };
  return people([flatBody(known, answers)]);
};

/** What Unbounce adds. A `pageId` is one of Facebook. */
const unbounceNames = dropping(
  'page_id page_uuid variant ip_address date_submitted time_submitted data.json data.xml',
);

function openXml(text: string): object | undefined {
  try {
    return readXml({ bytes: Buffer.from(text), charset: undefined });
  } catch {
    return undefined;
  }
}

const single = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

/** https://documentation.unbounce.com/hc/en-us/articles/203510044: every value is a list, and a form has all as JSON. */
export const readUnbounce: ReadTool = (body) => {
  const inner =
    openJson(textAt(body, 'data.json')) ?? openXml(textAt(body, 'data.xml') ?? '') ?? {};
  const fields = { ...body, ...inner };
  const answers = answersIn(fields, unbounceNames).map(({ label, value }) => ({
    label,
    value: single(value),
  }));
  return people([
    flatBody({ formId: single(at(fields, 'page_id') ?? at(fields, 'page_uuid')) }, answers),
  ]);
};
