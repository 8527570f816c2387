import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export default function LeadNotFound() {
  return (
    <PlainPage
      within
      title="Lead not found"
      actions={<ButtonLink href="/">Go to the funnels</ButtonLink>}
    >
      No lead of this company has the ID in the address. Check that all of it was copied.
    </PlainPage>
  );
}
