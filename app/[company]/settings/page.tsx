import { redirect } from 'next/navigation';
import { getPanelCaller } from '#server/panel-api/panel-caller.ts';

/** The first settings that a member may change: admins those of the company, others their own. */
export default async function SettingsPage({ params }: { params: Promise<{ company: string }> }) {
  const { company } = await params;
  const caller = await getPanelCaller(company);
  const session = await caller.session.get().catch(() => undefined);

  redirect(`/${company}/${session?.company.role === 'admin' ? 'settings/api-keys' : 'account'}`);
}
