import { FlaskConical } from 'lucide-react';
import { Badge } from '#app/_ui/badge.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';

/* Apart from `key-parts.tsx`: with it, the first load of the step screen exceeds its budget. */

/** `lk_7Qf2…9xKd` on one line: browsers break lines after the ellipsis. */
export function KeyHint({ hint }: { hint: string }) {
  return <code className="font-mono text-sm whitespace-nowrap">{hint}</code>;
}

/** A badge for rehearsal keys only: most keys are live. */
export function KeyKind({ kind }: Pick<ApiKeyView, 'kind'>) {
  return (
    kind === 'rehearsal' && (
      <Badge tone="info" icon={<FlaskConical aria-hidden />}>
        Rehearsal
      </Badge>
    )
  );
}
