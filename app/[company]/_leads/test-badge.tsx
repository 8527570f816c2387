import { FlaskConical } from 'lucide-react';
import { Badge } from '#app/_ui/badge.tsx';

/** Marks a test: sent as one, or with a rehearsal key. */
export function TestBadge() {
  return (
    <Badge tone="info" icon={<FlaskConical aria-hidden />}>
      Test
    </Badge>
  );
}
