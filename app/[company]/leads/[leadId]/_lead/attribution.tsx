import type { LeadDetail } from '#server/api/schemas/leads.ts';
import { sentence } from '../../../_leads/words.ts';
import { Fact, Facts, Part } from './part.tsx';

const sentFields = {
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
  gclid: 'Google click ID',
  fbclid: 'Meta click ID',
} satisfies Record<keyof LeadDetail['attribution'], string>;

/** Where the lead comes from: what we make of it, why, and what was sent. */
export function Attribution({ lead }: { lead: LeadDetail }) {
  const sent = Object.entries(lead.attribution).flatMap(([field, value]) =>
    value === null ? [] : [{ field, value, term: termOf(field) }],
  );

  return (
    <Part title="Attribution">
      <dl className="grid grid-cols-3 gap-3">
        <Derived term="Source" value={lead.source} />
        <Derived term="Medium" value={lead.medium} />
        <Derived term="Channel" value={lead.channel} />
      </dl>
      <p className="mt-2 text-fg-muted text-sm">{lead.attributionRule}</p>
      {sent.length > 0 && (
        <>
          <h3 className="mt-4 mb-2 font-medium text-sm">As it was sent</h3>
          <Facts>
            {sent.map(({ field, value, term }) => (
              <Fact key={field} term={term}>
                <bdi>{value}</bdi>
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </Part>
  );
}

function termOf(field: string): string {
  return new Map(Object.entries(sentFields)).get(field) ?? field;
}

function Derived({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{sentence(value)}</dd>
    </div>
  );
}
