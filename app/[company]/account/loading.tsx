import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';

export default function AccountLoading() {
  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader title="Your account" meta={' '} />
      <AccountSkeleton />
    </div>
  );
}

function AccountSkeleton() {
  return (
    <Loading label="Loading your account" className="grid gap-5">
      <Skeleton className="h-24 rounded-md" />
      <Skeleton className="h-28 rounded-md" />
      <Skeleton className="h-40 rounded-md" />
    </Loading>
  );
}
