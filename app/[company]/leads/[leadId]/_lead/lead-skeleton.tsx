import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';

export function LeadSkeleton() {
  return (
    <Loading label="Loading the lead" className="grid max-w-300 gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-52" />
        <Skeleton className="w-72" />
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid gap-5">
          <Skeleton className="h-36 rounded-md" />
          <Skeleton className="h-64 rounded-md" />
        </div>
        <Skeleton className="h-80 rounded-md" />
      </div>
    </Loading>
  );
}
