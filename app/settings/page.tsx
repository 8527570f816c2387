import { redirect } from 'next/navigation';
import { signInPath } from '#db/values/sign-in.ts';
import { findMyCompanies } from '#server/panel-api/page-reads.ts';

/** The settings of the user's first company. */
export default async function SettingsPage() {
  const user = await findMyCompanies();
  if (!user) redirect(signInPath('/settings'));
  const [first] = user.companies;

  redirect(first ? `/${first.slug}/settings` : '/');
}
