import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export default function NotFoundInCompany() {
  return (
    <PlainPage
      within
      title="Not found"
      actions={<ButtonLink href="/">Go to the funnels</ButtonLink>}
    >
      This page does not exist in this company.
    </PlainPage>
  );
}
