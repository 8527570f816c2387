import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';

export default function CompanyLoading() {
  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader title="Company" meta="Its name, its time zone, and how its agents work." />
      <Loading label="Loading the company settings">
        <Skeleton className="h-[27rem] rounded-md" />
      </Loading>
    </div>
  );
}
