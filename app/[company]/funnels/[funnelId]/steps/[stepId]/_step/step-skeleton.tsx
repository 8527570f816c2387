import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function StepSkeleton() {
  return (
    <Loading label="Loading the step" className="grid max-w-300 gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="w-64" />
        <Skeleton className="w-80" />
      </div>
      <LeadLines />
    </Loading>
  );
}

export function LeadsSkeleton() {
  return (
    <Loading label="Loading leads">
      <LeadLines />
    </Loading>
  );
}

function LeadLines() {
  return (
    <div className="rounded-md border border-border bg-surface">
      {rows.map((row) => (
        <div
          key={row}
          className="flex h-11 items-center gap-6 border-border border-b px-4 last:border-b-0"
        >
          <Skeleton className="w-40" />
          <Skeleton className="hidden w-36 md:block" />
          <Skeleton className="hidden w-20 md:block" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
