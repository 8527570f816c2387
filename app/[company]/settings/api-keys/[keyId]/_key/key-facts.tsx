import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { Fact, Facts, Part } from '#app/_ui/part.tsx';
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { KeyHint } from '../../key-hint.tsx';
import { describeSuccessor, isWorking, permissionsText } from '../../key-labels.ts';
import { KeyEnd, KeyFailure, KeyStatus, SecretProblem } from '../../key-parts.tsx';

interface KeyFactsProps {
  apiKey: ApiKeyView;
  /** Absent for read-only members. */
  onRotate: (() => void) | undefined;
}

export function KeyFacts({ apiKey, onRotate }: KeyFactsProps) {
  const { createdAt, createdBy, lastUsedAt, lastUsedClient, firstUsedAt, successor } = apiKey;

  return (
    <Part title="Key">
      <Facts>
        <Fact term="Status">
          <KeyStatus status={apiKey.status} />
          <KeyFailure apiKey={apiKey} />
          <SecretProblem apiKey={apiKey} onRotate={onRotate} />
        </Fact>
        {successor && (
          <Fact term="Replaced by">
            <Successor apiKey={apiKey} successor={successor} />
          </Fact>
        )}
        <Fact term="Created">
          <LocalTime at={createdAt} />
          {createdBy && (
            <>
              {' by '}
              <bdi>{createdBy}</bdi>
            </>
          )}
        </Fact>
        {apiKey.secretExposedAt && (
          <Fact term="Secret exposed">
            <RelativeTime at={apiKey.secretExposedAt} />
            <span className="block text-fg-muted text-sm">
              A request carried it in the address, in the body or as a bearer token, where others
              may read it. Rotate the key, and send it in the header <code>X-API-Key</code> only.
            </span>
          </Fact>
        )}
        <Fact term="Expires">
          <KeyEnd apiKey={apiKey} />
        </Fact>
        {!isWorking(apiKey) && apiKey.deactivatedAt && (
          <Fact term="Deactivated">
            <LocalTime at={apiKey.deactivatedAt} />
          </Fact>
        )}
        <Fact term="First used">
          <RelativeTime at={firstUsedAt} />
        </Fact>
        <Fact term="Last used">
          <RelativeTime at={lastUsedAt} />
          {lastUsedClient && <bdi className="block text-fg-muted text-sm">{lastUsedClient}</bdi>}
        </Fact>
        <Fact term="Last 24 hours">{count(apiKey.requestsLast24h, 'request')}</Fact>
      </Facts>
    </Part>
  );
}

interface SuccessorProps {
  apiKey: ApiKeyView;
  successor: NonNullable<ApiKeyView['successor']>;
}

function Successor({ apiKey, successor }: SuccessorProps) {
  const { company } = useSession();
  const described = describeSuccessor(apiKey);

  return (
    <>
      <Link
        href={`/${company.slug}/settings/api-keys/${successor.id}`}
        className="text-primary-text underline underline-offset-2"
      >
        <KeyHint hint={successor.hint} />
      </Link>
      {described && isWorking(apiKey) && (
        <span className="block text-fg-muted text-sm">
          This key {described.text} {described.until && <LocalTime at={described.until} />}
        </span>
      )}
    </>
  );
}

function rateText(perSecond: number | null): string {
  if (perSecond === null) return 'Default of the installation';
  return perSecond === 0 ? 'No limit' : `${count(perSecond, 'request')} per second`;
}

/** What the key may do. */
export function KeyAccess({ apiKey }: { apiKey: ApiKeyView }) {
  const { permissions, funnels, steps, rateLimit } = apiKey;

  return (
    <Part title="What it may do">
      <Facts>
        <Fact term="Permissions">{permissionsText(permissions)}</Fact>
        <Fact term="Funnels and steps">
          {funnels.length + steps.length === 0 ? 'Every funnel and step' : <Limits {...apiKey} />}
        </Fact>
        <Fact term="Rate limit">{rateText(rateLimit)}</Fact>
      </Facts>
    </Part>
  );
}

function Limits({ funnels, steps }: Pick<ApiKeyView, 'funnels' | 'steps'>) {
  const { company } = useSession();
  const places = [
    ...funnels.map(({ id, name, archived }) => ({ id, name, archived, path: id })),
    ...steps.map(({ id, name, archived, funnelId, funnelName }) => ({
      id,
      name: `${funnelName}: ${name}`,
      archived,
      path: `${funnelId}/steps/${id}`,
    })),
  ];

  return (
    <ul aria-label={`${digits(places.length)} in all`}>
      {places.map(({ id, name, archived, path }) => (
        <li key={id}>
          <Link
            href={`/${company.slug}/funnels/${path}`}
            className="text-primary-text underline underline-offset-2"
          >
            <bdi>{name}</bdi>
          </Link>
          {archived && <span className="text-fg-muted text-sm"> · archived</span>}
        </li>
      ))}
    </ul>
  );
}
