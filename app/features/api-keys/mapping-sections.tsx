'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Button, ButtonLink } from '#app/_ui/button.tsx';
import { Field, Input } from '#app/_ui/field.tsx';
import { count } from '#app/_ui/format.ts';
import { Section } from '#app/_ui/section.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import { needsPerson } from '#db/values/intake-log.ts';
import type { KeyMappingView } from '#server/panel-api/schemas/api-keys.ts';

interface OtherVersionProps {
  mapping: KeyMappingView;
  onLoad: () => void;
  onKeep: () => void;
}

/** Another version was saved since the draft was begun. */
export function OtherVersion({ mapping: { versions }, onLoad, onKeep }: OtherVersionProps) {
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

interface EarlierRequestsProps {
  apiKeyId: string;
  /** Of the log, that the mapping was made for. */
  entryId: string | undefined;
}

/** Once a mapping is saved: the way to the requests that came before it. */
export function EarlierRequests({ apiKeyId, entryId = '' }: EarlierRequestsProps) {
  const { company } = useSession();
  const entry = useQuery(
    useTRPC().intakeLog.get.queryOptions({ id: entryId }, { enabled: entryId !== '' }),
  );
  const log = `/${company.slug}/intake-log`;
  const { groupId, outcome } = entry.data ?? {};
  const isRefused = outcome !== undefined && needsPerson(outcome);
  const hasGroup = isRefused || outcome === 'created';

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-success-soft px-4 py-2">
      <p className="grow text-success">Saved. The next request is read so.</p>
      {hasGroup ? (
        <ButtonLink size="sm" href={`${log}/replay/${groupId}`}>
          {isRefused ? 'Send again' : 'Read again'}
        </ButtonLink>
      ) : (
        <ButtonLink size="sm" href={`${log}?key=${apiKeyId}`}>
          Earlier requests
        </ButtonLink>
      )}
    </div>
  );
}

/** Rules that the server proposes are in the table as if they had been chosen. */
export function Proposed() {
  return (
    <p className="rounded-md border border-border bg-surface px-4 py-3">
      Proposed from what was sent. Check what each request becomes, then save.
    </p>
  );
}

/** A body from Integrate is shown before the requests. */
export function PastedFirst({ onLeaveOut }: { onLeaveOut: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border bg-surface px-4 py-2">
      <p className="grow">The body that was pasted on Integrate comes first.</p>
      <Button size="sm" onClick={onLeaveOut}>
        Leave it out
      </Button>
    </div>
  );
}

/** What all leads of a key come from, as it is entered: perhaps in part. */
export interface EnteredOrigin {
  source: string;
  medium: string;
  channel: string;
}

interface ComesFromProps {
  value: EnteredOrigin;
  onChange: (value: EnteredOrigin) => void;
}

const origins = [
  ['source', 'Source', 'tiktok'],
  ['medium', 'Medium', 'paid_social'],
  ['channel', 'Channel', 'paid_social'],
] as const;

export function ComesFrom({ value, onChange }: ComesFromProps) {
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

export function Versions({ mapping: { version: used, versions }, onLoad }: VersionsProps) {
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
