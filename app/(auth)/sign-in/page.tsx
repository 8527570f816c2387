import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { HydrationMark } from '#app/_ui/hydration-mark.tsx';
import { Mark } from '#app/_ui/mark.tsx';
import {
  ProviderButton,
  SessionEndedNote,
  SignInForm,
} from '#app/features/account/sign-in-form.tsx';
import { safeBack } from '#db/values/sign-in.ts';
import { oidcName } from '#server/auth/oidc-provider.ts';
import { bringsSession } from '#server/auth/session.ts';
import { calledApplication, demoCredentials, getSession } from '#server/panel-api/page-reads.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  searchParams: Promise<Record<'callbackUrl' | 'error' | 'ended', string | string[] | undefined>>;
}

const only = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error, ended } = await searchParams;
  const back = safeBack(only(callbackUrl));
  if (await getSession()) redirect(back);
  const provider = oidcName();

  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-sm content-start px-4 pt-[max(2.5rem,16dvh)] pb-10">
      <p className="mb-8 flex items-center gap-2 font-semibold text-fg-muted">
        <Mark />
        {(await calledApplication())?.name ?? 'Leadgate'}
      </p>
      <h1 className="mb-5 font-semibold text-xl">Sign in</h1>
      {(ended || (await bringsSession())) && <SessionEndedNote />}
      {provider && (
        <ProviderButton name={provider} back={back} failure={refusalText(only(error), provider)} />
      )}
      <SignInForm back={back} demo={await demoCredentials()} />
      <HydrationMark />
    </main>
  );
}

/** The text for the `error` parameter that next-auth adds; empty without one. */
export function refusalText(error: string | undefined, provider: string): string {
  if (error === undefined) return '';
  if (error === 'AccessDenied')
    return 'This account may not sign in here. Ask an admin to add you.';

  return `Signing in with ${provider} did not work. Try again, or use your password.`;
}
