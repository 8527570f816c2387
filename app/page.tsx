import { redirect } from 'next/navigation';
import { listMyCompanies } from '#server/api/panel-caller.ts';
import { PlainPage } from './_ui/plain-page.tsx';
import { SignOutButton } from './sign-out-button.tsx';

export default async function StartPage() {
  const companies = await listMyCompanies();
  if (!companies) redirect('/sign-in');
  const [first] = companies;
  if (first) redirect(`/${first.slug}/funnels`);

  return (
    <PlainPage title="No company yet" actions={<SignOutButton />}>
      Your account works, but it belongs to no company. Ask an admin to add you to one.
    </PlainPage>
  );
}
