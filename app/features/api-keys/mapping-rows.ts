import {
  type FieldRule,
  isNeverRead,
  isWithin,
  type MappedField,
  mappedFields,
  writePath,
} from '#db/values/field-mapping.ts';
import { attributionFields, leadFields } from '#db/values/lead-fields.ts';
import type { IgnoredFieldsView, SentPath } from '#server/panel-api/schemas/api-keys.ts';

const partLabels = { firstName: 'First name', lastName: 'Last name' };

const isPart = (field: MappedField): field is keyof typeof partLabels => field in partLabels;

export const fieldLabel = (field: MappedField) =>
  isPart(field) ? partLabels[field] : leadFields[field].label;

const isAttribution = (field: MappedField) => attributionFields.some((each) => each === field);

/** What a value may be read as, beside a custom field. */
export const fieldChoices = [
  {
    label: 'Person',
    fields: mappedFields
      .filter((field) => field !== 'customFields' && !isAttribution(field))
      // Parts of the name beside the name.
      .sort(
        (one, other) =>
          Number(!isPart(one) && one !== 'name') - Number(!isPart(other) && other !== 'name'),
      ),
  },
  { label: 'Where it comes from', fields: mappedFields.filter(isAttribution) },
];

/** What a name stands for that the API knows. */
export function knownLabel(known: SentPath['known']): string {
  if (known === null) return 'Not read';
  if (known === 'isTest') return 'Test lead';
  if (known === 'customFields') return 'Custom field';
  return known === 'fullName' ? 'Full name' : fieldLabel(known);
}

/** As a rule of the text of `writePath`. */
export const describeRule = ({ path, field, name }: FieldRule) =>
  field === 'customFields' && name !== writePath(path)
    ? `${fieldLabel(field)}: ${name}`
    : fieldLabel(field);

export interface MappingRow {
  path: FieldRule['path'];
  /** Absent when none of the last requests has the path. */
  sent: SentPath | undefined;
  rule: FieldRule | undefined;
  /** The rule of the path, or of one that it is within. */
  outer: FieldRule | undefined;
}

const keyOf = (path: FieldRule['path']) => JSON.stringify(path);

/**
 * The paths of the last requests in their order; then those of rules that no request has; then names
 * that were ignored in earlier requests.
 */
export function mappingRows(
  sent: readonly SentPath[],
  ignored: IgnoredFieldsView,
  rules: readonly FieldRule[],
): MappingRow[] {
  const paths = new Map<string, MappingRow>();
  const add = (path: FieldRule['path'], found: SentPath | undefined) => {
    const key = keyOf(path);
    if (paths.has(key)) return;
    paths.set(key, {
      path,
      sent: found,
      rule: rules.find((rule) => keyOf(rule.path) === key),
      outer: rules.find((rule) => isWithin(path, rule.path)),
    });
  };
  for (const each of sent) if (!isNeverRead(writePath(each.path))) add(each.path, each);
  for (const { path } of rules) add(path, undefined);
  const begun = new Set(sent.map(({ path: [first] }) => first));
  for (const { name, canBeMapped } of ignored) {
    if (canBeMapped && !begun.has(name)) add([name], undefined);
  }
  return [...paths.values()];
}

/** The rules with another one for a path, or none. A rule stays in its place. */
export function withRule(
  rules: readonly FieldRule[],
  path: FieldRule['path'],
  rule: FieldRule | undefined,
): FieldRule[] {
  const key = keyOf(path);
  const isOther = (each: FieldRule) => keyOf(each.path) !== key;
  if (!rule) return rules.filter(isOther);
  if (rules.every(isOther)) return [...rules, rule];
  return rules.map((each) => (isOther(each) ? each : rule));
}

/** The rules, and those that are proposed for other paths. */
export const withProposed = (rules: readonly FieldRule[], proposed: readonly FieldRule[]) => {
  const mapped = new Set(rules.map(({ path }) => keyOf(path)));
  return [...rules, ...proposed.filter(({ path }) => !mapped.has(keyOf(path)))];
};
