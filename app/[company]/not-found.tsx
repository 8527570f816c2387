import { PlainPage } from '#app/_ui/plain-page.tsx';
import { ToFunnels } from '#app/[company]/funnels/_parts/to-funnels.tsx';

export default function NotFoundInCompany() {
  return (
    <PlainPage within title="Not found" actions={<ToFunnels />}>
      This page does not exist in this company.
    </PlainPage>
  );
}
