import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd'];

export function FunnelSkeleton() {
  return (
    <Loading label="Loading the funnel" className="grid gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="w-36" />
      </div>
      <div className="rounded-md border border-border bg-surface">
        {rows.map((row) => (
          <div
            key={row}
            className="flex h-16 items-center gap-6 border-border border-b px-4 last:border-b-0"
          >
            <span className="grid gap-2">
              <Skeleton className="w-32" />
              <Skeleton className="h-3 w-72" />
            </span>
            <Skeleton className="ml-auto hidden w-14 md:block" />
            <Skeleton className="w-20" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
