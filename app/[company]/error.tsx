'use client';

import { FailedPage } from '#app/_ui/failed-page.tsx';

export default function CompanyError({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailedPage error={error} retry={retry} />;
}
