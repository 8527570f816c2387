import type { Metadata } from 'next';
import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <PlainPage title="Not found" actions={<ButtonLink href="/">Go to the start</ButtonLink>}>
      There is nothing at this address, or it belongs to a company you are not a member of.
    </PlainPage>
  );
}
