import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export default function NotFoundInCompany() {
  return (
    <PlainPage
      within
      title="Not found"
      actions={<ButtonLink href="/">Go to the funnels</ButtonLink>}
    >
      It does not exist, or not in this company. It may also have been moved since.
    </PlainPage>
  );
}
