'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Fact, Facts, Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import { Result } from '#app/features/api-keys/key-cells.tsx';
import { needsPerson } from '#db/values/intake-log.ts';
import type { LogEntryDetail } from '#server/panel-api/schemas/intake-log.ts';
import { emptyLogAddress, writeLogAddress } from '#server/panel-api/schemas/log-address.ts';
import { CorrectRequest } from './correct-request.tsx';
import { absentBodyTexts } from './log-labels.ts';
import { KeyLink, MapFields } from './log-tables.tsx';
import { SentBodyText } from './sent-body.tsx';

export function LogEntryScreen({ entryId }: { entryId: string }) {
  const entry = useQuery(useTRPC().intakeLog.get.queryOptions({ id: entryId }));

  if (entry.isPending) return <EntrySkeleton />;
  if (!entry.data) {
    return <QueryFailure headingLevel={1} query={entry} title="This request could not be loaded" />;
  }
  return <Entry entry={entry.data} />;
}

function Entry({ entry }: { entry: LogEntryDetail }) {
  const { company } = useSession();
  const { status, message, lead, groupId, outcome } = entry;
  const canManage = useCan('admin');
  const group = writeLogAddress({ ...emptyLogAddress, result: '', group: groupId });

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader
        title={<bdi>{message || 'No answer'}</bdi>}
        meta={<Result status={status} outcome={outcome} />}
        actions={
          <>
            {lead && (
              <ButtonLink href={`/${company.slug}/leads/${lead.id}`}>Open the lead</ButtonLink>
            )}
            <ButtonLink href={`/${company.slug}/intake-log?${group}`}>
              Requests like this one
            </ButtonLink>
            <MapFields entry={entry} />
            {canManage && needsPerson(outcome) && !lead && <CorrectRequest entry={entry} />}
          </>
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <Section title="As sent">
          <Sent entry={entry} />
        </Section>
        <RequestFacts entry={entry} />
      </div>
    </div>
  );
}

function Sent({ entry: { sent, isMasked, body, outcome } }: { entry: LogEntryDetail }) {
  if (sent) return <SentBodyText sent={sent} />;
  if (isMasked) {
    return (
      <ForbiddenState>
        {needsPerson(outcome)
          ? 'Only members who see all leads may read what was sent.'
          : 'Only members who may see the lead may read what was sent.'}
      </ForbiddenState>
    );
  }
  return <p className="text-fg-muted">{absentBodyTexts[body]}</p>;
}

function RequestFacts({ entry }: { entry: LogEntryDetail }) {
  const { company } = useSession();
  const { at, apiKey, step, requestId, item, ignoredFields, lead, outcome } = entry;

  return (
    <Section title="Request">
      <Facts>
        <Fact term="Time">
          <LocalTime at={at} />
        </Fact>
        <Fact term="API key">{apiKey ? <KeyLink apiKey={apiKey} /> : 'Unknown'}</Fact>
        <Fact term="Step">
          <bdi>{step ? `${step.funnelName}: ${step.name}` : 'None of this company'}</bdi>
        </Fact>
        {item !== null && <Fact term="Place in batch">{item + 1}</Fact>}
        {lead && (
          <Fact term={needsPerson(outcome) ? 'Sent again' : 'Lead'}>
            <Link
              href={`/${company.slug}/leads/${lead.id}`}
              className="text-primary-text underline underline-offset-2"
            >
              <bdi>{lead.name}</bdi>
            </Link>
          </Fact>
        )}
        {ignoredFields.length > 0 && (
          <Fact term="Not read">
            <bdi>{ignoredFields.join(', ')}</bdi>
          </Fact>
        )}
        {requestId && (
          <Fact term="Request ID">
            <span className="flex items-center gap-1">
              <code className="min-w-0 break-all font-mono text-xs">{requestId}</code>
              <CopyButton
                value={requestId}
                label="Copy request ID"
                iconOnly
                size="sm"
                variant="ghost"
              />
            </span>
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

function EntrySkeleton() {
  return (
    <Loading label="Loading the request" className="mx-auto grid w-full max-w-400 gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-80" />
        <Skeleton className="w-16" />
      </div>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <Skeleton className="h-80 rounded-md" />
        <Skeleton className="h-64 rounded-md" />
      </div>
    </Loading>
  );
}
