'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { CodeBlock } from '#app/_ui/code-block.tsx';
import { Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import { SentBodyText } from '#app/features/intake-log/sent-body.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { submittedData } from './submitted.tsx';

/** The requests of a lead as they were sent, beside what was read of them. Fetched when it is opened. */
export function AsSent({ lead }: { lead: LeadDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (lead.origin === 'manual') return null;

  return (
    <Section title="As sent">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-primary-text coarse:py-3">
          What was sent, and what was read of it
        </summary>
        {isOpen && (
          <div className="mt-3 grid gap-5 @min-[1000px]:grid-cols-2">
            <SentBodies leadId={lead.id} />
            <div className="grid min-w-0 content-start gap-1.5">
              <h3 className="font-medium text-sm">Read</h3>
              <CodeBlock
                code={JSON.stringify(submittedData(lead), null, 2)}
                label="Submitted data"
                copyLabel="Copy JSON"
              />
            </div>
          </div>
        )}
      </details>
    </Section>
  );
}

function SentBodies({ leadId }: { leadId: string }) {
  const { company } = useSession();
  const requests = useQuery(useTRPC().leads.asSent.queryOptions({ id: leadId }));
  if (requests.isPending) {
    return (
      <Loading label="Loading what was sent">
        <Skeleton className="h-40 rounded-sm" />
      </Loading>
    );
  }
  if (!requests.data) {
    return (
      <QueryFailure headingLevel={3} query={requests} title="What was sent could not be loaded" />
    );
  }
  if (requests.data.length === 0) {
    return <p className="text-fg-muted">What was sent has expired, or was not stored.</p>;
  }
  return (
    <ol className="grid min-w-0 content-start gap-4">
      {requests.data.map(({ id, at, isRepeat, sent }) => (
        <li key={id} className="grid min-w-0 gap-1.5">
          <h3 className="font-medium text-sm">
            {isRepeat ? 'Sent again' : 'Sent'}{' '}
            <span className="font-normal text-fg-muted">
              <LocalTime at={at} /> ·{' '}
              <Link
                href={`/${company.slug}/intake-log/${id}`}
                className="text-primary-text underline underline-offset-2"
              >
                Request
              </Link>
            </span>
          </h3>
          {sent ? (
            <SentBodyText sent={sent} />
          ) : (
            <p className="text-fg-muted">
              It is sealed with a secret that this installation no longer has.
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
