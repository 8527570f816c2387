import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd'];

export function FunnelsSkeleton() {
  return (
    <Loading label="Loading funnels">
      <div className="rounded-md border border-border bg-surface">
        {rows.map((row) => (
          <div
            key={row}
            className="flex h-14 items-center gap-6 border-border border-b px-4 last:border-b-0"
          >
            <Skeleton className="w-48" />
            <Skeleton className="ml-auto hidden w-10 md:block" />
            <Skeleton className="hidden w-14 md:block" />
            <Skeleton className="hidden w-24 md:block" />
            <Skeleton className="w-16" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
