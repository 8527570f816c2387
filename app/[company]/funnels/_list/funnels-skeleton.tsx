import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';

export function FunnelsSkeleton() {
  return (
    <Loading label="Loading funnels">
      <SkeletonRows rows={4} className="h-14">
        <Skeleton className="w-48" />
        <Skeleton className="ml-auto hidden w-10 md:block" />
        <Skeleton className="hidden w-14 md:block" />
        <Skeleton className="hidden w-24 md:block" />
        <Skeleton className="w-16" />
      </SkeletonRows>
    </Loading>
  );
}
