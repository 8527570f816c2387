import { toSentence } from '#app/[company]/_leads/labels.ts';

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
