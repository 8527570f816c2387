import { Fragment } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { allFields, type FieldName, leadFields } from '#db/values/lead-fields.ts';
import type { TriedLead as Lead } from '#server/panel-api/schemas/api-keys.ts';

type AcceptedLead = Extract<Lead, { status: 201 }>;

/** What a body would become, or why it would be refused. */
export function TriedLead({ lead }: { lead: Lead }) {
  return lead.status === 201 ? <Accepted {...lead} /> : <bdi>{lead.error}</bdi>;
}

const textOf = (field: FieldName, value: unknown): string => {
  if (!Array.isArray(value)) return String(value);
  return value.map((each) => (field === 'phones' ? `+${each}` : String(each))).join(', ');
};

interface Value {
  label: string;
  text: string;
}

/** The values of a lead but for its name, in the order of fields; custom fields one by one. */
function valuesOf(fields: AcceptedLead['fields']): Value[] {
  return allFields.flatMap((field): Value[] => {
    const value = fields[field];
    if (value === undefined || field === 'name') return [];
    if (field !== 'customFields') {
      return [{ label: leadFields[field].label, text: textOf(field, value) }];
    }
    return Object.entries(Object(value)).map(([label, each]) => ({ label, text: String(each) }));
  });
}

function Accepted({ fields, ignored, unread, cut, warnings, ...from }: AcceptedLead) {
  const { source, medium, channel } = from;
  const values = [
    ...valuesOf(fields),
    { label: 'From', text: `${source} / ${medium} / ${channel}` },
  ];

  return (
    <>
      <bdi className="font-medium">{String(fields.name)}</bdi>
      <p className="text-sm">
        {values.map(({ label, text }, index) => (
          <Fragment key={label}>
            {index > 0 && ' · '}
            <bdi className="text-fg-muted">{label}</bdi> <bdi>{text}</bdi>
          </Fragment>
        ))}
      </p>
      {unread && (
        <p className="text-sm">
          <Badge tone="warning">Could not be read</Badge> <bdi>{warnings || unread}</bdi>
        </p>
      )}
      {cut && (
        <p className="text-fg-muted text-sm">
          Too long, cut: <bdi>{cut}</bdi>
        </p>
      )}
      {ignored && (
        <p className="text-fg-muted text-sm">
          Not read: <bdi>{ignored}</bdi>
        </p>
      )}
    </>
  );
}
