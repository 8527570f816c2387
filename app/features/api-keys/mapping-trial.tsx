'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Fragment, useDeferredValue } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Section } from '#app/_ui/section.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { allFields, type FieldName, leadFields } from '#db/values/lead-fields.ts';
import type { KeyMappingView, TriedRequest } from '#server/panel-api/schemas/api-keys.ts';
import { StatusBadge } from './key-cells.tsx';

interface MappingTrialProps extends Pick<KeyMappingView, 'rules' | 'comesFrom'> {
  apiKeyId: string;
  entryId: string | undefined;
}

/** What the last requests of a key would become with a mapping that is not saved. */
export function MappingTrial({ apiKeyId, entryId, ...mapping }: MappingTrialProps) {
  const client = useTRPCClient();
  const { rules, comesFrom } = useDeferredValue(mapping);
  const tried = useQuery({
    queryKey: ['tryMapping', apiKeyId, entryId, rules, comesFrom],
    queryFn: ({ signal }) =>
      client.apiKeys.tryMapping.mutate({ id: apiKeyId, entryId, rules, comesFrom }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (tried.data?.length === 0) return null;

  return (
    <Section title="The last requests with this mapping">
      {tried.error && <p className="text-danger text-sm">{readFailure(tried.error).message}</p>}
      <ul
        aria-label="The last requests with this mapping"
        aria-busy={tried.isFetching}
        className={cn('grid gap-3 transition-opacity', tried.isPlaceholderData && 'opacity-60')}
      >
        {tried.data?.map((request) => (
          <Tried key={request.id} request={request} />
        ))}
      </ul>
    </Section>
  );
}

function Tried({ request: { id, at, status, becomes } }: { request: TriedRequest }) {
  const { company } = useSession();

  return (
    <li className="grid gap-0.5 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {status !== becomes.status && (
          <>
            <StatusBadge status={status} />
            <span className="sr-only">becomes</span>
            <span aria-hidden>→</span>
          </>
        )}
        <StatusBadge status={becomes.status} />
        <Link
          href={`/${company.slug}/intake-log/${id}`}
          prefetch={false}
          className="text-fg-muted text-sm hover:underline"
        >
          <RelativeTime at={at} />
        </Link>
      </p>
      {becomes.status === 201 ? <Becomes {...becomes} /> : <bdi>{becomes.error}</bdi>}
    </li>
  );
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
function valuesOf(fields: Lead['fields']): Value[] {
  return allFields.flatMap((field): Value[] => {
    const value = fields[field];
    if (value === undefined || field === 'name') return [];
    if (field !== 'customFields') {
      return [{ label: leadFields[field].label, text: textOf(field, value) }];
    }
    return Object.entries(Object(value)).map(([label, each]) => ({ label, text: String(each) }));
  });
}

type Lead = Extract<TriedRequest['becomes'], { status: 201 }>;

function Becomes({ fields, source, medium, channel, ignored, unread }: Lead) {
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
          <Badge tone="warning">Could not be read</Badge> <bdi>{unread}</bdi>
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
