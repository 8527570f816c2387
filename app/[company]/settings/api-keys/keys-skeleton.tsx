import { Skeleton, SkeletonTable } from '#app/_ui/skeleton.tsx';

export function KeysSkeleton() {
  return (
    <SkeletonTable
      label="Loading API keys"
      rows={5}
      className="h-35 md:grid-cols-[2fr_1.2fr_1fr_1fr_1fr_1fr]"
    >
      <Skeleton className="w-40 max-w-full" />
      <Skeleton className="w-28 max-w-full" />
      <Skeleton className="w-20 max-w-full" />
      <Skeleton className="hidden w-16 md:block" />
      <Skeleton className="hidden w-20 md:block" />
      <Skeleton className="hidden w-20 md:block" />
    </SkeletonTable>
  );
}
