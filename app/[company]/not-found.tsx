import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export default function NotFoundInCompany() {
  return (
    <PlainPage
      within
      title="Not found"
      // A link to the company's funnels needs its name from the session: code for every screen to load.
      actions={<ButtonLink href="/">Go to the start page</ButtonLink>}
    >
      This page does not exist in this company.
    </PlainPage>
  );
}
