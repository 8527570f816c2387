import { PlainPage } from '#app/_ui/plain-page.tsx';
import { ToFunnels } from '#app/[company]/funnels/_parts/to-funnels.tsx';

export default function FunnelNotFound() {
  return (
    <PlainPage within title="Funnel or step not found" actions={<ToFunnels />}>
      No funnel or step of this company has the ID in the address. Check that all of it was copied.
    </PlainPage>
  );
}
