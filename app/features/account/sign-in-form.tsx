'use client';

import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { announceSession, useSessionNews } from '#app/_trpc/session-end.ts';
import { Button } from '#app/_ui/button.tsx';
import { checkConnection, reachable, unreachableText } from '#app/_ui/connection.ts';
import { Field, FormError, Input, PasswordInput } from '#app/_ui/field.tsx';
import { localTime } from '#app/_ui/format.ts';
import { codeRequired, demoElsewhere, secondsUntilNextAttempt } from '#db/values/sign-in.ts';

/** Finds typing errors early; the server validates. The zod schema would add 30 kB here. */
const emailLike = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
const refused = 'Email or password is wrong.';
const codeRefused = 'Code, email or password is wrong.';
const demoRefused =
  'Demo accounts sign in only from the machine that runs Leadgate, because their password is public.';

interface SignInFormProps {
  /** The path to open after sign-in. */
  back: string;
  demo: Credentials[];
}

interface Values extends Credentials {
  /** Absent until the server requests it. */
  code?: string;
}

export function SignInForm({ back, demo }: SignInFormProps) {
  /* No default values: they would overwrite what was typed or filled in before hydration. */
  const form = useForm<Values>();
  const [failure, setFailure] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const submitRef = useRef<HTMLButtonElement>(null);
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useSessionNews('began', () => location.assign(back));

  useEffect(() => {
    if (needsCode) setFocus('code');
  }, [needsCode, setFocus]);

  const submit = form.handleSubmit(async (values) => {
    setFailure('');
    const answer = await attempt(values);
    if (answer === 'in') {
      setLeaving(true);
      /* A full page load, so that no signed-out content is reused. */
      location.assign(back);
      return;
    }
    if (answer === codeRequired) {
      setNeedsCode(true);
      return;
    }

    setFailure(failureText(answer, needsCode));
    setFocus(needsCode ? 'code' : 'password', { shouldSelect: true });
  });

  function fill(account: Credentials) {
    setNeedsCode(false);
    form.reset(account);
    setFailure('');
    submitRef.current?.focus();
  }

  return (
    <>
      <form noValidate method="post" onSubmit={submit} className="grid gap-6">
        <Field label="Email" error={errors.email?.message} errorInGap>
          <Input
            {...form.register('email', {
              validate: (email) => emailLike.test(email.trim()) || 'Enter your email address',
            })}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="Password" error={errors.password?.message} errorInGap>
          <PasswordInput
            {...form.register('password', { required: 'Enter your password' })}
            autoComplete="current-password"
          />
        </Field>
        {needsCode && (
          <Field
            label="Code"
            hint="From your authenticator app, or one of your recovery codes."
            error={errors.code?.message}
            errorInGap
          >
            <Input
              {...form.register('code', { required: 'Enter the code', shouldUnregister: true })}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
        )}
        <Button ref={submitRef} type="submit" variant="primary" pending={isSubmitting || leaving}>
          Sign in
        </Button>
      </form>
      {/* Room for two lines, so that an error moves nothing. */}
      <div className="min-h-18 pt-4">
        <FormError>{failure}</FormError>
      </div>
      {demo.length > 0 && <DemoAccounts accounts={demo} onUse={fill} />}
    </>
  );
}

/** Lock-outs last for minutes; a busy server asks for a second. */
const fewSeconds = 5;

/** @param answer an error of `attempt` */
function failureText(answer: string, needsCode: boolean): string {
  if (answer === unreachableText) return answer;
  if (answer === demoElsewhere) return demoRefused;

  const seconds = secondsUntilNextAttempt(answer);
  if (seconds === undefined) return needsCode ? codeRefused : refused;
  if (seconds <= fewSeconds) return 'The server is busy. Try again in a few seconds.';

  return `There were too many attempts. Try again at ${localTime(seconds)}.`;
}

/** @returns `in`, or an error: of next-auth, of `db/values/sign-in.ts`, or that the server cannot be reached */
async function attempt({ email, password, code = '' }: Values): Promise<string> {
  /* When the server is unreachable, next-auth navigates away and the input is lost. */
  if (!(await reachable())) {
    checkConnection();
    return unreachableText;
  }
  const { signIn } = await import('next-auth/react');
  const answer = await signIn('credentials', { email, password, code, redirect: false });
  if (answer?.ok && !answer.error) return 'in';

  return answer?.error ?? '';
}

export interface Credentials {
  email: string;
  password: string;
}

/** The browser's own: that of the panel is 40 kB more. */
const mono = 'font-[family-name:ui-monospace,monospace] text-xs';

interface DemoAccountsProps {
  /** Most permissions first. */
  accounts: Credentials[];
  onUse: (account: Credentials) => void;
}

export function DemoAccounts({ accounts, onUse }: DemoAccountsProps) {
  const [first, ...others] = accounts;
  if (!first) return null;

  return (
    <section
      aria-label="Demo"
      className="mt-2 grid gap-3 rounded-md border border-border bg-surface px-4 py-3 text-sm"
    >
      <p>
        Demo: <span className={mono}>{first.email}</span> /{' '}
        <span className={mono}>{first.password}</span>
      </p>
      {others.length > 0 && (
        <p className="text-fg-muted">
          Fewer rights, same password:{' '}
          {others.map((each, index) => (
            <span key={each.email}>
              {index > 0 && ', '}
              <span className={mono}>{each.email}</span>
            </span>
          ))}
        </p>
      )}
      <Button size="sm" onClick={() => onUse(first)} className="justify-self-start">
        Use demo account
      </Button>
    </section>
  );
}

interface ProviderButtonProps {
  /** The display name of the OpenID provider. */
  name: string;
  /** The path to open after sign-in. */
  back: string;
  /** Why the last attempt failed, or empty. */
  failure: string;
}

/** Sign-in through an OpenID provider, above the password form. */
export function ProviderButton({ name, back, failure: before }: ProviderButtonProps) {
  const [failure, setFailure] = useState(before);
  const [pending, setPending] = useState(false);

  async function begin() {
    setFailure('');
    setPending(true);
    if (await reachable()) {
      const { signIn } = await import('next-auth/react');
      await signIn('oidc', { callbackUrl: back });
    } else {
      checkConnection();
      setFailure(unreachableText);
    }
    /* The page may be restored from the back/forward cache. */
    setPending(false);
  }

  return (
    <div className="grid gap-4">
      <FormError>{failure}</FormError>
      <Button onClick={begin} pending={pending} className="min-w-0">
        <span className="truncate">Continue with {name}</span>
      </Button>
      <p className="mb-4 flex items-center gap-3 text-fg-muted text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
    </div>
  );
}

/**
 * Above the form, after a session that this browser had. The address keeps the parameter that shows
 * it: the router may read the page again while the redirect to it is not complete.
 */
export function SessionEndedNote() {
  useEffect(() => announceSession('ended'), []);

  return (
    <p role="status" className="mb-5 rounded-sm bg-info-soft px-3 py-2 text-info text-sm">
      Your session has ended. Sign in to go on where you were.
    </p>
  );
}
