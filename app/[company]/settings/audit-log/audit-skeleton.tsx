import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f'];

/** In a file of its own: every screen prefetches it with the link to the log. */
export function AuditSkeleton() {
  return (
    <Loading
      label="Loading the audit log"
      className="grid gap-3 md:gap-0 md:rounded-md md:border md:border-border md:bg-surface"
    >
      <div className="hidden h-9 border-border md:block md:border-b" />
      {rows.map((row) => (
        <div
          key={row}
          className="grid h-25 content-center gap-3 rounded-md border border-border p-4 md:h-15 md:grid-cols-[8rem_15rem_minmax(0,1fr)] md:items-center md:rounded-none md:border-0 md:border-b md:py-0 md:last:border-b-0"
        >
          <Skeleton className="hidden w-20 md:block" />
          <Skeleton className="w-32" />
          <Skeleton className="w-48" />
        </div>
      ))}
    </Loading>
  );
}
