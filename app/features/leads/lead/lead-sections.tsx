'use client';

import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Fact, Facts, Section } from '#app/_ui/section.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import { originLabels } from '#app/features/leads/labels.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

export function CustomFields({ fields }: { fields: LeadDetail['customFields'] }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;

  return (
    <Section title="Custom fields">
      <Facts>
        {entries.map(([name, value]) => (
          <Fact key={name} term={<bdi className="[overflow-wrap:anywhere]">{name}</bdi>}>
            <bdi>{formatValue(value)}</bdi>
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

function formatValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';

  return String(value);
}

/** Names of fields that were sent and not read. */
export function IgnoredFields({ lead }: { lead: LeadDetail }) {
  const { company } = useSession();
  if (lead.ignoredFields.length === 0) return null;

  return (
    <Section title="Ignored fields">
      <p className="[overflow-wrap:anywhere]">
        Also sent:{' '}
        {lead.ignoredFields.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <bdi>
              <code className="font-mono text-sm">{name}</code>
            </bdi>
          </Fragment>
        ))}
        ; not read.
      </p>
      {lead.apiKey && (
        <p className="mt-2 text-fg-muted text-sm">
          An admin can{' '}
          <Link
            href={`/${company.slug}/settings/api-keys/${lead.apiKey.id}/fields?entry=${lead.id}`}
            className="text-primary-text underline underline-offset-2"
          >
            map the fields
          </Link>{' '}
          of the key <bdi>{lead.apiKey.name}</bdi>.
        </p>
      )}
    </Section>
  );
}

/** Details for support and developers. */
export function RequestDetails({ lead }: { lead: LeadDetail }) {
  return (
    <Section title="Request details">
      <dl className="grid gap-2.5">
        <Line term="Origin">{originLabels[lead.origin]}</Line>
        {lead.apiKey && (
          <Line term="API key">
            <bdi>{lead.apiKey.name}</bdi>
          </Line>
        )}
        <Line term="Received">
          <LocalTime at={lead.createdAt} />
        </Line>
        <IdLine term="Lead ID" id={lead.id} />
        {lead.requestId !== null && <IdLine term="Request ID" id={lead.requestId} />}
      </dl>
    </Section>
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
