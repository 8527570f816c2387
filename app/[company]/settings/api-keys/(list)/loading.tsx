import { PageHeader } from '#app/_ui/page-header.tsx';
import { Skeleton } from '#app/_ui/skeleton.tsx';
import { KeysSkeleton } from '../keys-skeleton.tsx';

export default function ApiKeysLoading() {
  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader title="API keys" meta="Keys let other systems send leads to this company." />
      <Skeleton className="h-37 animate-appear-late rounded-md sm:h-18" />
      <KeysSkeleton />
    </div>
  );
}
