import { useId, useState } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Fact, Facts, Part } from '#app/_ui/part.tsx';
import { toSentence } from '#app/[company]/_leads/labels.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { Source } from './source.tsx';

type SentField = keyof LeadDetail['attribution'];

/** Opaque ids, which can be long. */
const clickIds = {
  gclid: 'Google click ID',
  gbraid: 'Google app click ID',
  wbraid: 'Google web click ID',
  fbclid: 'Facebook click ID',
  msclkid: 'Microsoft click ID',
  ttclid: 'TikTok click ID',
  liFatId: 'LinkedIn click ID',
} satisfies Partial<Record<SentField, string>>;

const sentFields: Record<SentField, string> = {
  campaignName: 'Campaign',
  adsetName: 'Ad set',
  adName: 'Ad',
  pageName: 'Page',
  pageId: 'Page ID',
  formId: 'Form ID',
  externalLeadId: 'External lead ID',
  utmSource: 'UTM source',
  utmMedium: 'UTM medium',
  utmCampaign: 'UTM campaign',
  utmTerm: 'UTM term',
  utmContent: 'UTM content',
  ...clickIds,
};

/** The derived source with the rule that gave it and those overruled, and the submitted values. */
export function Attribution({ lead }: { lead: LeadDetail }) {
  const values = new Map<string, string | null>(Object.entries(lead.attribution));
  const sent = Object.entries(sentFields).flatMap(([field, term]) => {
    const value = values.get(field) ?? null;
    return value === null ? [] : [{ field, term, value }];
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
                {field in clickIds ? <ClickId term={term} value={value} /> : <bdi>{value}</bdi>}
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

/** What the person wrote, with its line breaks. A long one is folded. */
export function Message({ text }: { text: string | null }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (text === null) return null;

  const long = isLong(text);
  return (
    <Part title="Message">
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
