'use client';

import { KeyRound } from 'lucide-react';
import Link from 'next/link';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { KeyHint, KeyKind } from '#app/features/api-keys/key-cells.tsx';
import { SecretField } from '#app/features/api-keys/secret-field.tsx';
import type { IssuedApiKey } from '#server/panel-api/schemas/api-keys.ts';
import type { KeyChoice } from './use-key-choice.ts';

type Tab = 'new' | 'own';

/** Creates a key, or takes the secret of one that exists. */
export function KeySection({ choice }: { choice: KeyChoice }) {
  const canCreate = useCan('admin');
  const { company } = useSession();
  const [tab, setTab] = useState<Tab>();
  const { created } = choice;
  if (created.issued) {
    return (
      <CreatedKey
        issued={created.issued}
        onCopied={created.markCopied}
        onDiscard={created.discard}
        confirming={created.confirming}
        onStay={created.stay}
        onLeave={created.confirmLeaving}
      />
    );
  }

  const own = <OwnKey choice={choice} />;
  if (!canCreate) {
    return (
      <>
        <ForbiddenState>
          Only admins of {company.name} can create keys. Ask one of them for a secret.
        </ForbiddenState>
        {own}
      </>
    );
  }
  const isNamed = choice.apiKey !== undefined || choice.problem !== undefined;
  const shown = tab ?? (isNamed ? 'own' : 'new');
  return (
    <FilterTabs
      label="Key"
      value={shown}
      onValueChange={(next) => {
        setTab(next);
        choice.paste('');
      }}
      tabs={[
        { value: 'new', label: 'Create a key' },
        { value: 'own', label: 'I have one' },
      ]}
    >
      <div className="grid gap-3">{shown === 'new' ? <NewKey create={created.create} /> : own}</div>
    </FilterTabs>
  );
}

function NewKey({ create }: Pick<KeyChoice['created'], 'create'>) {
  const [name, setName] = useState('Integration');
  const failure = create.error && readFailure(create.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate(name);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <FormError>{failure && (failure.issues[0]?.message ?? failure.message)}</FormError>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Name" className="min-w-0 grow basis-48">
          <Input
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" pending={create.isPending}>
          {!create.isPending && <KeyRound aria-hidden />}
          Create key
        </Button>
      </div>
      <p className="text-fg-muted text-sm">
        Sends leads to every funnel and step for a year. <KeysLink>Settings → API keys</KeysLink>{' '}
        changes that.
      </p>
    </form>
  );
}

function OwnKey({ choice }: { choice: KeyChoice }) {
  const { apiKey, pasted, paste, isForeign, problem } = choice;

  return (
    <>
      {problem && <p className="text-warning">{problem}</p>}
      <Field
        label={
          <span className="flex flex-wrap items-center gap-x-2">
            <span>
              Secret
              {apiKey && (
                <>
                  {' of '}
                  <bdi>{apiKey.name}</bdi>
                </>
              )}
            </span>
            {apiKey && <KeyKind kind={apiKey.kind} />}
          </span>
        }
        hint={
          <>
            {apiKey ? (
              <>
                Looks like <KeyHint hint={apiKey.hint} />.
              </>
            ) : (
              'Shown once, when the key was created.'
            )}{' '}
            Stays in this page.
          </>
        }
        error={isForeign ? 'No key of this company has this secret.' : undefined}
      >
        <Input
          value={pasted}
          data-testid="own-secret"
          placeholder="lk_…"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="font-mono"
          onChange={(event) => paste(event.target.value)}
        />
      </Field>
    </>
  );
}

function KeysLink({ children }: { children: ReactNode }) {
  const { company } = useSession();

  return (
    <Link
      href={`/${company.slug}/settings/api-keys`}
      className="text-primary-text underline underline-offset-2"
    >
      {children}
    </Link>
  );
}

interface CreatedKeyProps {
  issued: IssuedApiKey;
  onCopied: () => void;
  /** To use another key. */
  onDiscard: () => void;
  /** Whether the page is about to be left without a copy. */
  confirming: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** A new key with its secret, which is shown once. */
function CreatedKey({ issued: { key, secret }, ...props }: CreatedKeyProps) {
  const copyRef = useRef<HTMLButtonElement>(null);

  /* The button that had the focus is gone. */
  useEffect(() => copyRef.current?.focus(), []);

  return (
    <>
      <p>
        “<bdi>{key.name}</bdi>” is ready. Copy the key now: it is not shown again.
      </p>
      <SecretField secret={secret} copyRef={copyRef} onCopied={props.onCopied} />
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5 justify-self-start"
        onClick={props.onDiscard}
      >
        Use another key
      </Button>
      <AlertDialog
        open={props.confirming}
        onOpenChange={(open) => !open && props.onStay()}
        title="Leave without copying?"
        description="The key cannot be shown again. Without a copy you have to create a new one."
        cancelLabel="Back to the key"
        confirmLabel="Leave without copying"
        onConfirm={props.onLeave}
        finalFocus={copyRef}
      />
    </>
  );
}
