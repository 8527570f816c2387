import { redirect } from 'next/navigation';

export default async function CompanyPage({ params }: { params: Promise<{ company: string }> }) {
  const { company } = await params;

  redirect(`/${company}/funnels`);
}
