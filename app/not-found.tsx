import type { Metadata } from 'next';
import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <PlainPage title="Not found" actions={<ButtonLink href="/">Go to the start page</ButtonLink>}>
      This page does not exist, or it belongs to a company you are not a member of.
    </PlainPage>
  );
}
