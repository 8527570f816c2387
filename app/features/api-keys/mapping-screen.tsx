'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button, ButtonLink } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import type {
  ApiKeyView,
  IgnoredFieldsView,
  KeyMappingView,
  SentPathsView,
} from '#server/panel-api/schemas/api-keys.ts';
import { mappingRows, withRule } from './mapping-rows.ts';
import {
  ComesFrom,
  EarlierRequests,
  OtherVersion,
  PastedFirst,
  Proposed,
  Versions,
} from './mapping-sections.tsx';
import { MappingTable } from './mapping-table.tsx';
import { MappingTrial } from './mapping-trial.tsx';
import { isWhole, noOrigin, useMappingDraft } from './use-mapping-draft.ts';
import { usePastedBody } from './use-pasted-body.ts';
import { useSendAgain } from './use-send-again.ts';

interface MappingScreenProps {
  apiKeyId: string;
  /** Of the log: shows requests like it instead of the last ones. */
  entryId: string | undefined;
}

/** Milliseconds between two reads: the server does not announce requests. */
const firstInterval = 3_000;

/** What a key reads from where, tried on its last requests before it is saved. */
export function MappingScreen({ apiKeyId, entryId }: MappingScreenProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const canManage = useCan('admin');
  const [draft, setPasted] = usePastedBody(apiKeyId);
  const pasted = entryId === undefined ? draft : undefined;
  const id = { id: apiKeyId };
  const queries = [
    useQuery(trpc.apiKeys.get.queryOptions(id)),
    useQuery(trpc.apiKeys.mapping.queryOptions(id)),
    useQuery(trpc.apiKeys.ignoredFields.queryOptions(id)),
    useQuery({
      queryKey: ['sentPaths', apiKeyId, entryId, pasted],
      queryFn: ({ signal }) =>
        client.apiKeys.sentPaths.mutate({ ...id, entryId, pasted }, { signal }),
      enabled: canManage,
      placeholderData: keepPreviousData,
      // The first request appears by itself; later ones would move rows under the pointer.
      refetchInterval: ({ state }) => (state.data?.requests === 0 ? firstInterval : false),
    }),
  ] as const;
  const [key, mapping, ignored, sent] = queries;

  if (!canManage) {
    return (
      <div className="mx-auto grid max-w-400 gap-5">
        <PageHeader title="Map fields" />
        <ForbiddenState>Only admins of this company map the fields of a key.</ForbiddenState>
      </div>
    );
  }
  if (queries.some((query) => query.isPending)) return <MappingSkeleton />;
  if (!(key.data && mapping.data && ignored.data && sent.data)) {
    const failed = queries.find((query) => !query.data) ?? key;
    return <QueryFailure headingLevel={1} query={failed} title="The fields could not be loaded" />;
  }
  return (
    <Mapping
      apiKey={key.data}
      entryId={entryId}
      mapping={mapping.data}
      ignored={ignored.data}
      sent={sent.data}
      pasted={pasted}
      onLeaveOut={() => setPasted(undefined)}
    />
  );
}

interface MappingProps {
  apiKey: ApiKeyView;
  entryId: string | undefined;
  mapping: KeyMappingView;
  ignored: IgnoredFieldsView;
  sent: SentPathsView;
  /** On Integrate. */
  pasted: string | undefined;
  onLeaveOut: () => void;
}

function Mapping({ apiKey, entryId, mapping, ignored, sent, ...props }: MappingProps) {
  const { pasted, onLeaveOut } = props;
  const { company } = useSession();
  const work = useMappingDraft(apiKey.id, mapping, sent.proposed);
  const { draft, isChanged, isProposed, change, discard, save } = work;
  const sendAgain = useSendAgain(entryId);
  const rows = mappingRows(sent.paths, ignored, draft.rules);

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader
        title="Map fields"
        meta={
          <>
            Of the key{' '}
            <Link
              href={`/${company.slug}/settings/api-keys/${apiKey.id}`}
              className="text-primary-text underline underline-offset-2"
            >
              <bdi>{apiKey.name}</bdi>
            </Link>
          </>
        }
        actions={
          <>
            {isChanged && (
              <Button variant="ghost" onClick={discard}>
                Discard
              </Button>
            )}
            <Button
              variant={sendAgain ? 'secondary' : 'primary'}
              disabled={!isChanged}
              pending={save.isPending}
              onClick={() => save.start()}
            >
              Save
            </Button>
            {sendAgain && (
              <Button
                variant="primary"
                disabled={!isChanged}
                pending={save.isPending || sendAgain.isPending}
                onClick={() => save.start(sendAgain.start)}
              >
                Save and send again
              </Button>
            )}
          </>
        }
      />
      <FormError>{save.failure ?? sendAgain?.failure}</FormError>
      {isProposed && <Proposed />}
      {save.isSuccess && !isChanged && <EarlierRequests apiKeyId={apiKey.id} entryId={entryId} />}
      {isChanged && draft.version !== mapping.version && (
        <OtherVersion
          mapping={mapping}
          onLoad={discard}
          onKeep={() => change({ version: mapping.version })}
        />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5">
          {pasted !== undefined && <PastedFirst onLeaveOut={onLeaveOut} />}
          {rows.length === 0 ? (
            <EmptyState
              drawing="history"
              title="No requests yet"
              action={
                <ButtonLink href={`/${company.slug}/integrate?key=${apiKey.id}`}>
                  Paste what your tool sends
                </ButtonLink>
              }
            >
              What requests with this key send appears here, to say what it is read as.
            </EmptyState>
          ) : (
            <MappingTable
              rows={rows}
              requests={sent.requests}
              onChange={(path, rule) => change({ rules: withRule(draft.rules, path, rule) })}
            />
          )}
          <ComesFrom value={draft.comesFrom} onChange={(comesFrom) => change({ comesFrom })} />
          <Versions
            mapping={mapping}
            onLoad={({ rules, comesFrom }) => change({ rules, comesFrom: comesFrom ?? noOrigin })}
          />
        </div>
        <MappingTrial
          apiKeyId={apiKey.id}
          entryId={entryId}
          pasted={pasted}
          rules={draft.rules.filter(({ name }) => name?.trim() !== '')}
          comesFrom={isWhole(draft.comesFrom) ? draft.comesFrom : null}
        />
      </div>
    </div>
  );
}

function MappingSkeleton() {
  return (
    <Loading label="Loading the fields" className="mx-auto grid w-full max-w-400 gap-5">
      <Skeleton className="h-6 w-52" />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <Skeleton className="h-96 rounded-md" />
        <Skeleton className="h-64 rounded-md" />
      </div>
    </Loading>
  );
}
