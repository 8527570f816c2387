import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';

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
    <SkeletonRows rows={8} className="h-11">
      <Skeleton className="w-40" />
      <Skeleton className="hidden w-36 md:block" />
      <Skeleton className="hidden w-20 md:block" />
      <Skeleton className="ml-auto w-16" />
    </SkeletonRows>
  );
}
