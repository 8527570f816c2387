'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import type { IgnoredFieldsView } from '#server/panel-api/schemas/api-keys.ts';

interface IgnoredFieldsProps {
  apiKeyId: string;
  /** Milliseconds. */
  refetchInterval: number;
}

/** The fields of a key that are not read, and those that it keeps as custom fields. */
export function IgnoredFields({ apiKeyId, refetchInterval }: IgnoredFieldsProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.apiKeys.ignoredFields.queryOptions({ id: apiKeyId });
  const refresh = () => queryClient.invalidateQueries(options);
  const fields = useQuery({ ...options, refetchInterval });

  if (fields.isPending) {
    return (
      <Loading label="Loading the ignored fields">
        <SkeletonRows rows={3} className="h-12">
          {null}
        </SkeletonRows>
      </Loading>
    );
  }
  if (!fields.data) {
    return <QueryFailure query={fields} title="The ignored fields could not be loaded" />;
  }
  return <FieldList apiKeyId={apiKeyId} fields={fields.data} onChanged={refresh} />;
}

type IgnoredField = IgnoredFieldsView['ignored'][number];

interface FieldListProps {
  apiKeyId: string;
  fields: IgnoredFieldsView;
  onChanged: () => Promise<unknown>;
}

/** By name, so that a row stays in its place when its field is kept. */
function FieldList({ apiKeyId, fields: { kept, ignored }, onChanged }: FieldListProps) {
  const trpc = useTRPC();
  const announce = useAnnounce();
  const canManage = useCan('admin');
  const done = (message: (name: string) => string) => ({
    onSuccess: async (_: unknown, { name }: { name: string }) => {
      await onChanged();
      announce(message(name));
    },
  });
  const keep = useMutation(
    trpc.apiKeys.keepField.mutationOptions(done((name) => `“${name}” is kept from now on`)),
  );
  const stop = useMutation(
    trpc.apiKeys.stopKeepingField.mutationOptions(done((name) => `“${name}” is ignored again`)),
  );
  const latest = keep.submittedAt > stop.submittedAt ? keep : stop;
  const isPending = (name: string) => latest.isPending && latest.variables?.name === name;
  const rows = [...kept.map((name) => ({ name, ignored: undefined })), ...ignored.map(rowOf)].sort(
    (one, other) => one.name.localeCompare(other.name),
  );

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
        lead. Lists and objects cannot be kept.
      </p>
      <FormError>{latest.error && readFailure(latest.error).message}</FormError>
      <ul
        aria-label="Ignored fields"
        className="divide-y divide-border rounded-md border border-border"
      >
        {rows.map(({ name, ignored }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
            <div className="min-w-0 grow basis-36">
              <code className="font-mono text-sm [overflow-wrap:anywhere]">
                <bdi>{name}</bdi>
              </code>
              <p className="text-fg-muted text-sm">
                {ignored ? <Ignored field={ignored} /> : <Badge tone="success">Custom field</Badge>}
              </p>
            </div>
            {canManage && ignored?.canBeKept !== false && (
              <Button
                size="sm"
                pending={isPending(name)}
                onClick={() => (ignored ? keep : stop).mutate({ id: apiKeyId, name })}
              >
                {ignored ? 'Keep as custom field' : 'Stop keeping'}
                <span className="sr-only"> {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const rowOf = (ignored: IgnoredField) => ({ name: ignored.name, ignored });

function Ignored({ field }: { field: IgnoredField }) {
  return (
    <>
      In {count(field.requests, 'request')}, last <RelativeTime at={field.lastSentAt} />
      {!field.canBeKept && '. Never read'}
    </>
  );
}
