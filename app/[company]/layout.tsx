import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { TrpcProvider } from '#app/_trpc/provider.tsx';
import { SessionProvider } from '#app/_trpc/session.tsx';
import { TimeZoneProvider } from '#app/_ui/time.tsx';
import { Toaster } from '#app/_ui/toaster.tsx';
import { Tooltips } from '#app/_ui/tooltips.tsx';
import { Shell } from '#app/features/shell/shell.tsx';
import { signInPath } from '#db/values/sign-in.ts';
import { getPanelCaller } from '#server/panel-api/panel-caller.ts';
import type { SessionView } from '#server/panel-api/schemas/session.ts';

interface Props {
  children: ReactNode;
  params: Promise<{ company: string }>;
}

/** Set by `server/main.ts`, because Next does not give a layout the address. */
const pathHeader = 'x-leadgate-path';

/** The session for display. Each procedure checks permissions again. */
const sessionOf = cache(async (company: string): Promise<SessionView> => {
  try {
    return await (await getPanelCaller(company)).session.get();
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    if (error.code === 'NOT_FOUND') notFound();
    if (error.code !== 'UNAUTHORIZED') throw error;

    const path = (await headers()).get(pathHeader) ?? `/${company}/funnels`;
    redirect(signInPath(path));
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application, company } = await sessionOf((await params).company);

  return { title: { template: `%s · ${company.name}`, default: application.name } };
}

export default async function CompanyLayout({ children, params }: Props) {
  const { company } = await params;
  const session = await sessionOf(company);

  return (
    <SessionProvider session={session}>
      <TimeZoneProvider timeZone={session.user.timeZone ?? session.company.timeZone}>
        <TrpcProvider>
          <Shell company={company}>{children}</Shell>
          <Toaster />
          <Tooltips />
        </TrpcProvider>
      </TimeZoneProvider>
    </SessionProvider>
  );
}
