'use client';

import { useId, useState } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Fact, Facts, Section } from '#app/_ui/section.tsx';
import { toSentence } from '#app/features/leads/labels.ts';
import { attributionFields, detailFields, eachOf, fieldOf } from '#db/values/lead-fields.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

/** The derived source with the rule that gave it and those overruled, and the submitted values. */
export function Attribution({ lead }: { lead: LeadDetail }) {
  const sent = attributionFields.flatMap((field) => {
    const value = lead.attribution[field];
    return value === null ? [] : [{ field, term: fieldOf(field).label, value }];
  });

  return (
    <Section title="Attribution">
      <Source lead={lead} />
      <Reason reason={lead.attributionReason} />
      {sent.length > 0 && (
        <>
          <h3 className="mt-4 mb-2 font-medium text-sm">Submitted values</h3>
          <Facts>
            {sent.map(({ field, term, value }) => (
              <Fact key={field} term={term}>
                {fieldOf(field).kind === 'clickId' ? (
                  <ClickId term={term} value={value} />
                ) : (
                  <bdi>{value}</bdi>
                )}
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </Section>
  );
}

function Reason({ reason: { rule, overruled } }: { reason: LeadDetail['attributionReason'] }) {
  return (
    <div className="mt-2 text-fg-muted text-sm">
      <p>{rule === null ? 'No attribution was sent' : `Decided by: ${rule}`}</p>
      {overruled.length > 0 && (
        <>
          <p className="mt-2">Also sent, but overruled:</p>
          <ul className="list-disc pl-5">
            {overruled.map(({ rule, source, medium, channel }) => (
              <li key={rule}>
                {rule} ({[source, medium, channel].map(toSentence).join(', ')})
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const idLength = { whole: 40, start: 20, end: 8 };

function shortenId(id: string): string {
  if (id.length <= idLength.whole) return id;

  return `${id.slice(0, idLength.start)}…${id.slice(-idLength.end)}`;
}

function ClickId({ term, value }: { term: string; value: string }) {
  return (
    <span className="-my-1 flex items-center gap-1">
      <code className="min-w-0 break-all font-mono text-xs">{shortenId(value)}</code>
      <CopyButton value={value} label={`Copy ${term}`} iconOnly size="sm" variant="ghost" />
    </span>
  );
}

const foldedLines = 12;
const foldedCharacters = 900;

const isLong = (text: string) =>
  text.length > foldedCharacters || text.split('\n').length > foldedLines;

/** The texts of a kind that a person sent, beside those of the contact. */
const textsOf = (lead: LeadDetail, kind: 'text' | 'longText') =>
  detailFields.flatMap((field) => {
    const text = lead[field];
    const isShown = fieldOf(field).kind === kind && text !== null && text !== '';
    return isShown ? [{ field, label: fieldOf(field).label, text }] : [];
  });

/** What else is known of the person. */
export function PersonFacts({ lead }: { lead: LeadDetail }) {
  const texts = textsOf(lead, 'text');
  if (texts.length === 0) return null;

  return (
    <div className="mt-3">
      <Facts>
        {texts.map(({ field, label, text }) => (
          <Fact key={field} term={label}>
            <bdi>{text}</bdi>
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

/** What the person wrote. */
export const LongTexts = ({ lead }: { lead: LeadDetail }) =>
  textsOf(lead, 'longText').map(({ field, label, text }) => (
    <LongText key={field} title={label} text={text} />
  ));

/** With its line breaks. A long one is folded. */
function LongText({ title, text }: { title: string; text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = isLong(text);

  return (
    <Section title={title}>
      <p
        id={id}
        dir="auto"
        className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${long && !open ? 'line-clamp-12' : ''}`}
      >
        {text}
      </p>
      {long && (
        <Button
          size="sm"
          className="mt-2"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show all'}
        </Button>
      )}
    </Section>
  );
}

type Value = string | number | boolean | readonly string[] | null;

const customField = 'customFields.';

/** The value of each edited field before its first edit, as text. */
function beforeEdits({ id, events }: LeadDetail): Map<string, string | null> {
  const first = new Map<string, string | null>();
  for (const { leadId, type, field, from } of events) {
    if (leadId === id && type === 'edited' && field !== null && !first.has(field))
      first.set(field, from);
  }
  return first;
}

const phonesOf = (text: string | null) =>
  text === null ? [] : text.replaceAll('+', '').split(', ');

/** What was sent to the API and read, under the names of the API; edits since then are undone. */
export function submittedData(lead: LeadDetail): Record<string, unknown> {
  const before = beforeEdits(lead);
  const original = (field: string, value: string | null) => {
    const text = before.get(field);
    return text === undefined ? value : text;
  };
  const phones = before.get('phones');
  const { unreadValues } = lead;
  const fields: Record<string, Value> = {
    name: original('name', (lead.nameFrom ? null : lead.name) ?? unreadValues.name ?? null),
    phones: phones === undefined ? [...lead.phones, ...lead.unreadPhones] : phonesOf(phones),
    email: original('email', unreadValues.email ?? lead.email),
    ...eachOf(detailFields, (field) => original(field, lead[field] || null)),
    ...lead.attribution,
  };

  const custom: Record<string, Value> = { ...lead.customFields };
  for (const [field, value] of before) {
    if (field.startsWith(customField)) custom[field.slice(customField.length)] = value;
  }
  const sent = (entries: Record<string, Value>) =>
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null));
  const customFields = sent(custom);

  return { ...sent(fields), ...(Object.keys(customFields).length > 0 && { customFields }) };
}

/** What is derived from the submitted values. */
export function Source({ lead }: { lead: { source: string; medium: string; channel: string } }) {
  return (
    <dl className="grid grid-cols-3 gap-3">
      <Derived term="Source" value={lead.source} />
      <Derived term="Medium" value={lead.medium} />
      <Derived term="Channel" value={lead.channel} />
    </dl>
  );
}

function Derived({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{toSentence(value)}</dd>
    </div>
  );
}
