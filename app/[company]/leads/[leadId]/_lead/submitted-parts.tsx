import { useId, useState } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Fact, Facts, Part } from '#app/_ui/part.tsx';
import { toSentence } from '#app/[company]/_leads/labels.ts';
import { attributionFields, detailFields, fieldOf } from '#db/values/lead-fields.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { Source } from './source.tsx';

/** The derived source with the rule that gave it and those overruled, and the submitted values. */
export function Attribution({ lead }: { lead: LeadDetail }) {
  const sent = attributionFields.flatMap((field) => {
    const value = lead.attribution[field];
    return value === null ? [] : [{ field, term: fieldOf(field).label, value }];
  });

  return (
    <Part title="Attribution">
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
    </Part>
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
    <Part title={title}>
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
    </Part>
  );
}
