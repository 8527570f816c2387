'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button, ButtonLink } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import type { FieldRule } from '#db/values/field-mapping.ts';
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
  type EnteredOrigin,
  OtherVersion,
  PastedFirst,
  Versions,
} from './mapping-sections.tsx';
import { MappingTable } from './mapping-table.tsx';
import { MappingTrial } from './mapping-trial.tsx';
import { usePastedBody } from './use-pasted-body.ts';

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

interface MappingDraft {
  /** That was changed. */
  version: number;
  rules: FieldRule[];
  comesFrom: EnteredOrigin;
}

const noOrigin = { source: '', medium: '', channel: '' };

const draftOf = ({
  version,
  rules,
  comesFrom,
}: Pick<KeyMappingView, 'version' | 'rules' | 'comesFrom'>): MappingDraft => ({
  version,
  rules,
  comesFrom: comesFrom ?? noOrigin,
});

const isEntered = (text: string) => text.trim() !== '';
const isWhole = (origin: EnteredOrigin) => Object.values(origin).every(isEntered);

const originOf = ({ comesFrom }: MappingDraft) =>
  Object.values(comesFrom).some(isEntered) ? comesFrom : null;

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
  const [stored, setDraft, drafts] = useDraft<MappingDraft>(`mapping.${apiKey.id}`);
  const saved = draftOf(mapping);
  const draft = stored ?? saved;
  const isChanged =
    JSON.stringify({ ...draft, version: 0 }) !== JSON.stringify({ ...saved, version: 0 });
  const change = (next: Partial<MappingDraft>) => setDraft({ ...draft, ...next });
  const save = useSave(apiKey.id);
  const announce = useAnnounce();
  const saveDraft = () =>
    save.mutate(
      {
        id: apiKey.id,
        version: draft.version,
        rules: draft.rules,
        comesFrom: originOf(draft),
      },
      {
        onSuccess: ({ version }) => {
          announce('Saved. The next request is read so');
          if (drafts.removeSaved(draft)) return;
          const typed = drafts.read();
          if (typed) drafts.write({ ...typed, version });
        },
      },
    );
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
              <Button variant="ghost" onClick={() => setDraft(undefined)}>
                Discard
              </Button>
            )}
            <Button
              variant="primary"
              disabled={!isChanged}
              pending={save.isPending}
              onClick={saveDraft}
            >
              Save
            </Button>
          </>
        }
      />
      <FormError>{save.error && failureText(save.error)}</FormError>
      {save.isSuccess && !isChanged && <EarlierRequests apiKeyId={apiKey.id} entryId={entryId} />}
      {isChanged && draft.version !== mapping.version && (
        <OtherVersion
          mapping={mapping}
          onLoad={() => setDraft(undefined)}
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
            onLoad={(version) => change({ ...draftOf(version), version: draft.version })}
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

/** What is wrong with the rules or the source, or else why nothing was saved. */
function failureText(error: unknown): string {
  const { message, issues } = readFailure(error);
  return [...new Set(issues.map((issue) => issue.message))].join('. ') || message;
}

/** What was saved is shown before its draft is removed: nothing flashes. */
function useSave(apiKeyId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = trpc.apiKeys.mapping.queryKey({ id: apiKeyId });

  return useMutation(
    trpc.apiKeys.saveMapping.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(queryKey, saved);
        /* Also ends a request from before this change, whose answer would show the old mapping. */
        queryClient.invalidateQueries({ queryKey });
        queryClient.invalidateQueries(trpc.apiKeys.ignoredFields.queryFilter({ id: apiKeyId }));
      },
      onError: () => queryClient.invalidateQueries({ queryKey }),
    }),
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
