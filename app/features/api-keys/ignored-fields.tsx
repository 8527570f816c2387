'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { count } from '#app/_ui/format.ts';
import { Loading, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { writePath } from '#db/values/field-mapping.ts';
import { leadFields } from '#db/values/lead-fields.ts';
import type { IgnoredFieldsView, KeyMappingView } from '#server/panel-api/schemas/api-keys.ts';

interface IgnoredFieldsProps {
  apiKeyId: string;
  /** Milliseconds. */
  refetchInterval: number;
}

/** The fields of a key that are not read, and those that its mapping reads. */
export function IgnoredFields({ apiKeyId, refetchInterval }: IgnoredFieldsProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const ignoredOptions = trpc.apiKeys.ignoredFields.queryOptions({ id: apiKeyId });
  const mappingOptions = trpc.apiKeys.mapping.queryOptions({ id: apiKeyId });
  const ignored = useQuery({ ...ignoredOptions, refetchInterval });
  const mapping = useQuery(mappingOptions);
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries(ignoredOptions),
      queryClient.invalidateQueries(mappingOptions),
    ]);

  if (ignored.isPending || mapping.isPending) {
    return (
      <Loading label="Loading the ignored fields">
        <SkeletonRows rows={3} className="h-12">
          {null}
        </SkeletonRows>
      </Loading>
    );
  }
  if (!ignored.data || !mapping.data) {
    const failed = ignored.data ? mapping : ignored;
    return <QueryFailure query={failed} title="The ignored fields could not be loaded" />;
  }
  return (
    <FieldList
      apiKeyId={apiKeyId}
      ignored={ignored.data}
      mapping={mapping.data}
      onChanged={refresh}
    />
  );
}

type IgnoredField = IgnoredFieldsView[number];
type Rule = KeyMappingView['rules'][number];

interface FieldListProps {
  apiKeyId: string;
  ignored: IgnoredFieldsView;
  mapping: KeyMappingView;
  onChanged: () => Promise<unknown>;
}

interface Row {
  name: string;
  ignored?: IgnoredField;
  rule?: Rule;
}

/** By name, so that a row stays in its place when its field is kept. */
function FieldList({ apiKeyId, ignored, mapping, onChanged }: FieldListProps) {
  const trpc = useTRPC();
  const announce = useAnnounce();
  const canManage = useCan('admin');
  const [changing, setChanging] = useState<string>();
  const save = useMutation(trpc.apiKeys.saveMapping.mutationOptions({ onError: onChanged }));
  const saveRules = (name: string, rules: Rule[], message: string) => {
    const { comesFrom, version } = mapping;
    setChanging(name);
    save.mutate(
      { id: apiKeyId, rules, comesFrom, version },
      {
        onSuccess: async () => {
          await onChanged();
          announce(message);
        },
      },
    );
  };
  const keep = (name: string) => {
    const rule: Rule = { path: [name], field: 'customFields', name };
    saveRules(name, [...mapping.rules, rule], `“${name}” is kept from now on`);
  };
  const stop = (name: string, rule: Rule) => {
    const others = mapping.rules.filter((other) => other !== rule);
    saveRules(name, others, `“${name}” is ignored again`);
  };
  const mapped: Row[] = mapping.rules.map((rule) => ({ name: writePath(rule.path), rule }));
  const unread: Row[] = ignored.map((field) => ({ name: field.name, ignored: field }));
  const rows = [...mapped, ...unread].sort((one, other) => one.name.localeCompare(other.name));

  if (rows.length === 0) {
    return (
      <EmptyState title="No ignored fields">
        Every field that was sent with this key has been read.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-3">
      <p className="text-fg-muted text-sm">
        These fields are sent but not read. A field that you keep becomes a custom field of each new
        lead; lists and objects are kept as text.
      </p>
      <FormError>{save.error && readFailure(save.error).message}</FormError>
      <ul
        aria-label="Ignored fields"
        className="divide-y divide-border rounded-md border border-border"
      >
        {rows.map((row) => (
          <li key={row.name} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
            <div className="min-w-0 grow basis-36">
              <code className="font-mono text-sm [overflow-wrap:anywhere]">
                <bdi>{row.name}</bdi>
              </code>
              <p className="text-fg-muted text-sm">
                {row.ignored && <Ignored field={row.ignored} />}
                {row.rule && <Badge tone="success">{labelRule(row.rule)}</Badge>}
              </p>
            </div>
            {canManage && (row.rule ?? row.ignored?.canBeMapped) && (
              <Button
                size="sm"
                pending={save.isPending && changing === row.name}
                onClick={() => (row.rule ? stop(row.name, row.rule) : keep(row.name))}
              >
                {row.rule ? stopLabel(row.rule) : 'Keep as custom field'}
                <span className="sr-only"> {row.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const stopLabel = ({ field }: Rule) => (field === 'customFields' ? 'Stop keeping' : 'Stop reading');

const partLabels = { firstName: 'First name', lastName: 'Last name' };

function labelRule({ path, field, name }: Rule): string {
  if (field === 'customFields') {
    return name === writePath(path) ? 'Custom field' : `Custom field ${name}`;
  }
  const label =
    field === 'firstName' || field === 'lastName' ? partLabels[field] : leadFields[field].label;
  return `Read as ${label}`;
}

function Ignored({ field }: { field: IgnoredField }) {
  return (
    <>
      In {count(field.requests, 'request')}, last <RelativeTime at={field.lastSentAt} />
      {field.isNeverRead && '. Never read'}
    </>
  );
}
