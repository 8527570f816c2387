import { PlainPage } from '#app/_ui/plain-page.tsx';
import { ToFunnels } from '#app/[company]/funnels/_parts/to-funnels.tsx';

export default function LeadNotFound() {
  return (
    <PlainPage within title="Lead not found" actions={<ToFunnels />}>
      No lead of this company has the ID in the address. Check that all of it was copied.
    </PlainPage>
  );
}
