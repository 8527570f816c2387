import { PlainPage } from '#app/_ui/plain-page.tsx';
import { ToFunnels } from '#app/features/funnels/funnel-tabs.tsx';

export default function FunnelNotFound() {
  return (
    <PlainPage within title="Funnel or step not found" actions={<ToFunnels />}>
      This company has no funnel or step with this ID. Check that you copied the whole address.
    </PlainPage>
  );
}
