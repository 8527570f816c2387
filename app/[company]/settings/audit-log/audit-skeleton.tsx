import { Skeleton, SkeletonTable } from '#app/_ui/skeleton.tsx';

/** In a file of its own: every screen prefetches it with the link to the log. */
export function AuditSkeleton() {
  return (
    <SkeletonTable
      label="Loading the audit log"
      rows={6}
      className="h-25 md:grid-cols-[8rem_15rem_minmax(0,1fr)]"
    >
      <Skeleton className="hidden w-20 md:block" />
      <Skeleton className="w-32" />
      <Skeleton className="w-48" />
    </SkeletonTable>
  );
}
