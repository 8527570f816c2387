import { Badge, type Tone } from '#app/_ui/badge.tsx';

function toneOf(status: number): Tone {
  if (status >= 400) return 'danger';
  return status === 201 ? 'success' : 'neutral';
}

/** The status of an answer of the public API. */
export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}
