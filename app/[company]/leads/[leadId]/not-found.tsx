import { PlainPage } from '#app/_ui/plain-page.tsx';
import { ToFunnels } from '#app/features/funnels/funnel-tabs.tsx';

export default function LeadNotFound() {
  return (
    <PlainPage within title="Lead not found" actions={<ToFunnels />}>
      This company has no lead with this ID. Check that you copied the whole address.
    </PlainPage>
  );
}
