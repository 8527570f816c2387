import { Archive, Filter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { EmptyState } from '#app/_ui/empty-state.tsx';

export function FirstFunnel({ action }: { action: ReactNode }) {
  return (
    <EmptyState icon={<Filter aria-hidden />} title="No funnels yet" action={action}>
      A funnel gives your leads a place to arrive and a path to follow. Every step of it has an ID
      that forms, ads and scripts can send leads to.
    </EmptyState>
  );
}

export function NoCurrentFunnels({ action }: { action: ReactNode }) {
  return (
    <EmptyState icon={<Filter aria-hidden />} title="Every funnel is archived" action={action}>
      No leads can arrive until a funnel is restored or a new one is made.
    </EmptyState>
  );
}

export function NoArchivedFunnels({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      icon={<Archive aria-hidden />}
      title="Nothing is archived"
      action={<Button onClick={onBack}>Show current funnels</Button>}
    />
  );
}
