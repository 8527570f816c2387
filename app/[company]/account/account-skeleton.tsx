import { Loading, Skeleton } from '../../_ui/skeleton.tsx';

export function AccountSkeleton() {
  return (
    <Loading label="Loading your account" className="grid gap-5">
      <Skeleton className="h-24 rounded-md" />
      <Skeleton className="h-28 rounded-md" />
    </Loading>
  );
}
