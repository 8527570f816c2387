import {
  CircleCheck,
  CircleSlash,
  ClockAlert,
  FlaskConical,
  RefreshCw,
  TimerOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { IntakeOutcome } from '#db/values/intake-log.ts';
import type { AlarmKind } from '#db/values/key-alarms.ts';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { endOf, failureOf, secretProblemOf } from './key-labels.ts';

/** When the key stops working. */
export function KeyEnd({ apiKey }: { apiKey: ApiKeyView }) {
  const { at, text } = endOf(apiKey);

  return text ? (
    <span className="text-sm">{text}</span>
  ) : (
    <RelativeTime at={at} className="block truncate" />
  );
}

const alarmLabels: Record<AlarmKind, string> = {
  withoutPhone: 'Leads without a phone',
  withoutEmail: 'Leads without an email',
  withoutName: 'Leads without a name',
  unread: 'Values not read',
  refused: 'Leads refused',
  silence: 'No leads',
  sameIdempotencyKey: 'Same Idempotency-Key',
  expiry: 'Still in use',
  held: 'Submissions held',
};

/** Open alarms in short: the page of the key has their figures. */
export function KeyAlarmLabels({ apiKey }: { apiKey: ApiKeyView }) {
  return apiKey.alarms.map(({ kind }) => (
    <span key={kind} className="mt-1 block text-sm text-warning">
      {alarmLabels[kind]}
    </span>
  ));
}

/** Why requests with the key fail. */
export function KeyFailure({ apiKey }: { apiKey: ApiKeyView }) {
  const text = failureOf(apiKey);
  return text && <span className="mt-1 block text-sm text-warning">{text}</span>;
}

interface SecretProblemProps {
  apiKey: ApiKeyView;
  /** Absent for read-only members. */
  onRotate: (() => void) | undefined;
}

/** Why a key should be rotated. */
export function SecretProblem({ apiKey, onRotate }: SecretProblemProps) {
  const problem = secretProblemOf(apiKey);
  if (!problem) return null;

  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-warning">
      {problem}
      {onRotate && (
        <Button size="sm" onClick={onRotate}>
          Rotate
        </Button>
      )}
    </span>
  );
}

const statusBadges: Record<ApiKeyView['status'], { label: string; tone: Tone; icon: ReactNode }> = {
  active: { label: 'Active', tone: 'success', icon: <CircleCheck aria-hidden /> },
  expiresSoon: { label: 'Expires soon', tone: 'warning', icon: <ClockAlert aria-hidden /> },
  retiring: { label: 'Replaced', tone: 'info', icon: <RefreshCw aria-hidden /> },
  inactive: { label: 'Inactive', tone: 'neutral', icon: <CircleSlash aria-hidden /> },
  expired: { label: 'Expired', tone: 'danger', icon: <TimerOff aria-hidden /> },
};

export function KeyStatus({ status }: { status: ApiKeyView['status'] }) {
  const { label, tone, icon } = statusBadges[status];

  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/* Apart from `key-cells.tsx`: with it, the first load of the step screen exceeds its budget. */

/** `lk_7Qf2…9xKd` on one line: browsers break lines after the ellipsis. */
export function KeyHint({ hint }: { hint: string }) {
  return <code className="font-mono text-sm whitespace-nowrap">{hint}</code>;
}

/** A badge for test keys only: most keys are live. */
export function KeyKind({ kind }: Pick<ApiKeyView, 'kind'>) {
  return (
    kind === 'rehearsal' && (
      <Badge tone="info" icon={<FlaskConical aria-hidden />}>
        Test
      </Badge>
    )
  );
}

function toneOf(status: number): Tone {
  if (status >= 400) return 'danger';
  return status === 201 ? 'success' : 'neutral';
}

/** The status of an answer of the public API. */
export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}

/** The status of the answer; a submission that is held was answered with 200. */
export function Result({ status, outcome }: { status: number; outcome: IntakeOutcome }) {
  return outcome === 'held' ? <Badge tone="warning">Held</Badge> : <StatusBadge status={status} />;
}
