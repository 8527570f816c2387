import { Badge } from '#app/_ui/badge.tsx';
import { StatusBadge } from '#app/features/api-keys/key-cells.tsx';
import type { LogEntry } from '#server/panel-api/schemas/intake-log.ts';

/** The status of the answer; a submission that is held was answered with 200. */
export function Result({ status, outcome }: Pick<LogEntry, 'status' | 'outcome'>) {
  return outcome === 'held' ? <Badge tone="warning">Held</Badge> : <StatusBadge status={status} />;
}
