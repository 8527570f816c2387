import { PageHeader } from '#app/_ui/page-header.tsx';
import { Skeleton } from '#app/_ui/skeleton.tsx';
import { AuditSkeleton } from './audit-skeleton.tsx';

export default function AuditLogLoading() {
  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader title="Audit log" />
      <div className="grid gap-3">
        <Skeleton className="h-33 max-w-[48rem] animate-appear-late sm:h-15" />
        <AuditSkeleton />
      </div>
    </div>
  );
}
