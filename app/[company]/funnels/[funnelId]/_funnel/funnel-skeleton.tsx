import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';

export function FunnelSkeleton() {
  return (
    <Loading label="Loading the funnel" className="grid gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="w-36" />
      </div>
      <SkeletonRows rows={4} className="h-16">
        <span className="grid gap-2">
          <Skeleton className="w-32" />
          <Skeleton className="h-3 w-72" />
        </span>
        <Skeleton className="ml-auto hidden w-14 md:block" />
        <Skeleton className="w-20" />
      </SkeletonRows>
    </Loading>
  );
}
