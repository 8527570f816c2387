import { redirect } from 'next/navigation';
import { PlainPage } from '#app/_ui/plain-page.tsx';
import { findMyCompanies } from '#server/panel-api/page-reads.ts';
import { SignOutButton } from './features/account/sign-out-button.tsx';

export default async function StartPage() {
  const user = await findMyCompanies();
  if (!user) redirect('/sign-in');
  const [first] = user.companies;
  if (first) redirect(`/${first.slug}`);

  return (
    <PlainPage title="No company yet" actions={<SignOutButton userId={user.id} />}>
      You are signed in, but your account belongs to no company. Ask an admin to add you.
    </PlainPage>
  );
}
