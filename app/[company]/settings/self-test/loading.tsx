import { PageHeader } from '#app/_ui/page-header.tsx';
import { Skeleton, SkeletonTable } from '#app/_ui/skeleton.tsx';

export default function SelfTestLoading() {
  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader
        title="Self-test"
        meta="Sends test requests from this browser to the API and checks each answer."
      />
      <SkeletonTable label="Loading the self-test" rows={12} className="md:grid-cols-4">
        <Skeleton />
      </SkeletonTable>
    </div>
  );
}
