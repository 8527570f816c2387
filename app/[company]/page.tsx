import { redirect } from 'next/navigation';
import { getPanelCaller } from '#server/panel-api/panel-caller.ts';

/** Agents begin with what they have to do, others with the board. The layout refuses strangers. */
export default async function CompanyPage({ params }: { params: Promise<{ company: string }> }) {
  const { company } = await params;
  const caller = await getPanelCaller(company);
  const session = await caller.session.get().catch(() => undefined);

  redirect(`/${company}/${session?.company.role === 'agent' ? 'to-do' : 'board'}`);
}
