'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { count } from '#app/_ui/format.ts';
import { Loading, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { writePath } from '#db/values/field-mapping.ts';
import { describeRule } from './mapping-rows.ts';

interface KeyFieldsProps {
  apiKeyId: string;
  /** Milliseconds. */
  refetchInterval: number;
}

/** What the mapping of a key reads, and the fields that are sent and not read. */
export function KeyFields({ apiKeyId, refetchInterval }: KeyFieldsProps) {
  const trpc = useTRPC();
  const id = { id: apiKeyId };
  const ignored = useQuery(trpc.apiKeys.ignoredFields.queryOptions(id, { refetchInterval }));
  const mapping = useQuery(trpc.apiKeys.mapping.queryOptions(id));

  if (ignored.isPending || mapping.isPending) {
    return (
      <Loading label="Loading the fields">
        <SkeletonRows rows={3} className="h-12">
          {null}
        </SkeletonRows>
      </Loading>
    );
  }
  if (!ignored.data || !mapping.data) {
    const failed = ignored.data ? mapping : ignored;
    return <QueryFailure query={failed} title="The fields could not be loaded" />;
  }
  if (ignored.data.length + mapping.data.rules.length === 0) {
    return (
      <EmptyState title="No ignored fields">
        Every field that was sent with this key has been read.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Fields" className="divide-y divide-border rounded-md border border-border">
      {mapping.data.rules.map((rule) => (
        <FieldItem key={writePath(rule.path)} name={writePath(rule.path)}>
          <Badge tone="success">{describeRule(rule)}</Badge>
        </FieldItem>
      ))}
      {ignored.data.map(({ name, requests, lastSentAt, isNeverRead }) => (
        <FieldItem key={name} name={name}>
          In {count(requests, 'request')}, last <RelativeTime at={lastSentAt} />
          {isNeverRead ? '. Never read' : '. Not read'}
        </FieldItem>
      ))}
    </ul>
  );
}

function FieldItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="px-3 py-2 [overflow-wrap:anywhere]">
      <code className="font-mono text-sm">
        <bdi>{name}</bdi>
      </code>
      <p className="text-fg-muted text-sm">{children}</p>
    </li>
  );
}
