import type { ReactNode } from 'react';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { formatUtc } from '#app/_ui/time.ts';
import type { LeadDetail } from '#server/api/schemas/leads.ts';
import { originWords } from '../../../_leads/words.ts';
import { Part } from './part.tsx';

/** What a developer asks for when a lead is in question. */
export function HowItCame({ lead }: { lead: LeadDetail }) {
  return (
    <Part title="How it came in">
      <dl className="grid gap-2.5">
        <Line term="Origin">{originWords[lead.origin]}</Line>
        {lead.apiKey && (
          <Line term="API key">
            <bdi>{lead.apiKey.name}</bdi>
          </Line>
        )}
        <Line term="Received">
          <time dateTime={lead.createdAt}>{formatUtc(new Date(lead.createdAt))}</time>
        </Line>
        {lead.segment !== '' && (
          <Line term="Segment">
            <bdi>{lead.segment}</bdi>
          </Line>
        )}
        <IdLine term="Lead ID" id={lead.id} />
        {lead.requestId !== null && <IdLine term="Request ID" id={lead.requestId} />}
      </dl>
    </Part>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function IdLine({ term, id }: { term: string; id: string }) {
  return (
    <Line term={term}>
      <span className="flex items-center gap-1">
        <code className="min-w-0 break-all font-mono text-xs">{id}</code>
        <CopyButton
          value={id}
          label={`Copy ${term.toLowerCase().replace(' id', ' ID')}`}
          iconOnly
          size="sm"
          variant="ghost"
        />
      </span>
    </Line>
  );
}
