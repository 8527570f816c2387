import { PageHeader } from '../../_ui/page-header.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';

export default function AccountLoading() {
  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader title="Your account" meta={' '} />
      <AccountSkeleton />
    </div>
  );
}
