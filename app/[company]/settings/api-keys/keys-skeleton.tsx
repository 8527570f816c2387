import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e'];

export function KeysSkeleton() {
  return (
    <Loading
      label="Loading API keys"
      className="grid gap-3 md:gap-0 md:rounded-md md:border md:border-border md:bg-surface"
    >
      <div className="hidden h-9 border-border md:block md:border-b" />
      {rows.map((row) => (
        <div
          key={row}
          className="grid h-48 content-center gap-3 rounded-md border border-border p-4 md:h-15 md:grid-cols-[2fr_1.2fr_1fr_1fr_1fr_1fr] md:items-center md:rounded-none md:border-0 md:border-b md:py-0 md:last:border-b-0"
        >
          <Skeleton className="w-40 max-w-full" />
          <Skeleton className="w-28 max-w-full" />
          <Skeleton className="w-20 max-w-full" />
          <Skeleton className="w-16 max-w-full" />
          <Skeleton className="w-20 max-w-full" />
          <Skeleton className="w-20 max-w-full" />
        </div>
      ))}
    </Loading>
  );
}
