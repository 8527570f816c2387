'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { count } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import type { FieldRule } from '#db/values/field-mapping.ts';
import type {
  ApiKeyView,
  IgnoredFieldsView,
  KeyMappingView,
  SentPathsView,
} from '#server/panel-api/schemas/api-keys.ts';
import { mappingRows } from './mapping-rows.ts';
import { MappingTable } from './mapping-table.tsx';
import { MappingTrial } from './mapping-trial.tsx';

interface MappingScreenProps {
  apiKeyId: string;
  /** Of the log: shows requests like it instead of the last ones. */
  entryId: string | undefined;
}

/** What a key reads from where, tried on its last requests before it is saved. */
export function MappingScreen({ apiKeyId, entryId }: MappingScreenProps) {
  const trpc = useTRPC();
  const canManage = useCan('admin');
  const id = { id: apiKeyId };
  const queries = [
    useQuery(trpc.apiKeys.get.queryOptions(id)),
    useQuery(trpc.apiKeys.mapping.queryOptions(id)),
    useQuery(trpc.apiKeys.ignoredFields.queryOptions(id)),
    useQuery(trpc.apiKeys.sentPaths.queryOptions({ ...id, entryId }, { enabled: canManage })),
  ] as const;
  const [key, mapping, ignored, sent] = queries;

  if (!canManage) {
    return <ForbiddenState>Only admins of this company map the fields of a key.</ForbiddenState>;
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
    />
  );
}

/** What is entered. Source, medium and channel may be there in part. */
interface MappingDraft {
  /** That was changed. */
  version: number;
  rules: FieldRule[];
  comesFrom: { source: string; medium: string; channel: string };
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
const isWhole = (origin: MappingDraft['comesFrom']) => Object.values(origin).every(isEntered);

const originOf = ({ comesFrom }: MappingDraft) =>
  Object.values(comesFrom).some(isEntered) ? comesFrom : null;

interface MappingProps {
  apiKey: ApiKeyView;
  entryId: string | undefined;
  mapping: KeyMappingView;
  ignored: IgnoredFieldsView;
  sent: SentPathsView;
}

function Mapping({ apiKey, entryId, mapping, ignored, sent }: MappingProps) {
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
      {isChanged && draft.version !== mapping.version && (
        <OtherVersion
          mapping={mapping}
          onLoad={() => setDraft(undefined)}
          onKeep={() => change({ version: mapping.version })}
        />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5">
          {rows.length === 0 ? (
            <EmptyState drawing="history" title="No requests yet">
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

/** What was saved is read before its draft is removed: nothing flashes. */
function useSave(apiKeyId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const id = { id: apiKeyId };
  const refresh = () =>
    Promise.all(
      [trpc.apiKeys.mapping.queryKey(id), trpc.apiKeys.ignoredFields.queryKey(id)].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  return useMutation(
    trpc.apiKeys.saveMapping.mutationOptions({ onSuccess: refresh, onError: refresh }),
  );
}

const samePath = (one: FieldRule['path'], other: FieldRule['path']) =>
  JSON.stringify(one) === JSON.stringify(other);

/** A rule stays in its place. */
function withRule(
  rules: readonly FieldRule[],
  path: FieldRule['path'],
  rule: FieldRule | undefined,
): FieldRule[] {
  if (!rule) return rules.filter((each) => !samePath(each.path, path));
  if (!rules.some((each) => samePath(each.path, path))) return [...rules, rule];
  return rules.map((each) => (samePath(each.path, path) ? rule : each));
}

interface OtherVersionProps {
  mapping: KeyMappingView;
  onLoad: () => void;
  onKeep: () => void;
}

/** Another version was saved since the draft was begun. */
function OtherVersion({ mapping: { versions }, onLoad, onKeep }: OtherVersionProps) {
  const [newest] = versions;

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-4 py-3">
      <p className="grow">
        {newest?.createdBy ? <bdi>{newest.createdBy}</bdi> : 'Another member'} saved another mapping
        {newest && (
          <>
            {' '}
            (<LocalTime at={newest.createdAt} />)
          </>
        )}
        .
      </p>
      <Button size="sm" onClick={onLoad}>
        Load it
      </Button>
      <Button size="sm" variant="ghost" onClick={onKeep}>
        Keep mine
      </Button>
    </div>
  );
}

interface ComesFromProps {
  value: MappingDraft['comesFrom'];
  onChange: (value: MappingDraft['comesFrom']) => void;
}

const origins = [
  ['source', 'Source', 'tiktok'],
  ['medium', 'Medium', 'paid_social'],
  ['channel', 'Channel', 'paid_social'],
] as const;

function ComesFrom({ value, onChange }: ComesFromProps) {
  return (
    <Section title="Leads of this key come from">
      <div className="grid gap-3 sm:grid-cols-3">
        {origins.map(([name, label, example]) => (
          <Field key={name} label={label} optional>
            <Input
              value={value[name]}
              placeholder={example}
              maxLength={100}
              onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
      <p className="mt-2 text-fg-muted text-sm">Empty: as the fields of each lead say.</p>
    </Section>
  );
}

interface VersionsProps {
  mapping: KeyMappingView;
  onLoad: (version: KeyMappingView['versions'][number]) => void;
}

function Versions({ mapping: { version: used, versions }, onLoad }: VersionsProps) {
  if (versions.length === 0) return null;

  return (
    <Section title="Versions">
      <ul className="-my-1 grid">
        {versions.map((version) => (
          <li
            key={version.version}
            className="flex min-h-9 flex-wrap items-center gap-x-3 border-border not-last:border-b py-1"
          >
            <span className="grow">
              <span className="font-medium">Version {version.version}</span>{' '}
              <span className="text-fg-muted text-sm">
                <LocalTime at={version.createdAt} />
                {version.createdBy && (
                  <>
                    {' by '}
                    <bdi>{version.createdBy}</bdi>
                  </>
                )}
                {' · '}
                {count(version.rules.length, 'rule')}
              </span>
            </span>
            {version.version === used ? (
              <span className="text-fg-muted text-sm">In use</span>
            ) : (
              <Button size="sm" variant="ghost" onClick={() => onLoad(version)}>
                Load<span className="sr-only"> version {version.version}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
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
