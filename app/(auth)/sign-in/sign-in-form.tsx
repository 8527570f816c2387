'use client';

import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { codeRequired } from '#db/values/sign-in.ts';
import { Button } from '../../_ui/button.tsx';
import { Field, FormError, Input } from '../../_ui/field.tsx';
import { type Credentials, DemoAccounts } from './demo-accounts.tsx';

/** Only to spare a typing error the way: the server judges, and the schema would weigh 30 kB here. */
const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const refused = 'Email or password is wrong, or there were too many attempts.';
const codeRefused = 'Code, email or password is wrong, or there were too many attempts.';
export const unreachable = 'The server cannot be reached. Check your connection and try again.';

interface SignInFormProps {
  /** Where to go afterwards: a path of this origin. */
  back: string;
  demo: Credentials[];
}

interface Values extends Credentials {
  /** Absent until it is asked for. */
  code?: string;
}

export function SignInForm({ back, demo }: SignInFormProps) {
  /* Without default values: they would wipe what was typed or filled in before the code came. */
  const form = useForm<Values>();
  const [failure, setFailure] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const submitRef = useRef<HTMLButtonElement>(null);
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;

  useEffect(() => {
    if (asksCode) setFocus('code');
  }, [asksCode, setFocus]);

  const submit = form.handleSubmit(async (values) => {
    setFailure('');
    const outcome = await attempt(values);
    if (outcome === 'in') {
      setLeaving(true);
      /* A whole new page, so that nothing rendered for nobody is reused. */
      location.assign(back);
      return;
    }
    if (outcome === codeRequired) {
      setAsksCode(true);
      return;
    }

    setFailure(outcome === 'refused' && asksCode ? codeRefused : words[outcome]);
    setFocus(asksCode ? 'code' : 'password', { shouldSelect: true });
  });

  function fill(account: Credentials) {
    setAsksCode(false);
    form.reset(account);
    setFailure('');
    submitRef.current?.focus();
  }

  return (
    <>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <FormError>{failure}</FormError>
        <Field label="Email" error={errors.email?.message}>
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
        <Field label="Password" error={errors.password?.message}>
          <Input
            {...form.register('password', { required: 'Enter your password' })}
            type="password"
            autoComplete="current-password"
          />
        </Field>
        {asksCode && (
          <Field
            label="Code"
            hint="From your authenticator app, or one of your recovery codes."
            error={errors.code?.message}
          >
            <Input
              {...form.register('code', { required: 'Enter the code', shouldUnregister: true })}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
        )}
        <Button
          ref={submitRef}
          type="submit"
          variant="primary"
          pending={isSubmitting || leaving}
          className="mt-1"
        >
          Sign in
        </Button>
      </form>
      {demo.length > 0 && <DemoAccounts accounts={demo} onUse={fill} />}
    </>
  );
}

type Outcome = 'in' | 'refused' | 'unreachable' | typeof codeRequired;

const words = { refused, unreachable };

async function attempt({ email, password, code = '' }: Values): Promise<Outcome> {
  /* next-auth leaves the page when it cannot reach the server, and what was typed is lost. */
  if (!(await reachable())) return 'unreachable';
  const { signIn } = await import('next-auth/react');
  const answer = await signIn('credentials', { email, password, code, redirect: false });
  if (answer?.error === codeRequired) return codeRequired;

  return answer?.ok && !answer.error ? 'in' : 'refused';
}

export async function reachable(): Promise<boolean> {
  try {
    return (await fetch('/api/auth/providers', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
