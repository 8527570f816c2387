'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure, showFormFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { type DraftDialog, useFormDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { RadioGroup } from '#app/_ui/checkbox.tsx';
import { AlertDialog, Dialog } from '#app/_ui/dialog.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { type SecretGuard, useSecretGuard } from '#app/_ui/use-secret-guard.ts';
import { SnippetGuide } from '#app/features/snippets/snippet-guide.tsx';
import type {
  ApiKeyView,
  IssuedApiKey,
  RotationOverlap,
} from '#server/panel-api/schemas/api-keys.ts';
import { KeyHint } from './key-cells.tsx';
import { KeyForm } from './key-form.tsx';
import { keyFormSchema, newKeyValues, serverFields, settingsOf } from './key-form-values.ts';
import { impactText, overlapLabels } from './key-labels.ts';
import { SecretField, useMarkCopied } from './secret-field.tsx';

/** What a dialog about keys is about. */
export type KeyDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'rotate' | 'deactivate' | 'delete'; key: ApiKeyView };

interface CreateKeyDialogProps {
  dialog: DraftDialog<KeyDialog>;
  /** @param createdId id of the new key, if one was created */
  onClose: (createdId?: string) => void;
}

export function CreateKeyDialog({ dialog, onClose }: CreateKeyDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const { timeZone } = useSession().company;
  const [now] = useState(() => new Date());
  const form = useForm({
    resolver: zodResolver(keyFormSchema(timeZone)),
    defaultValues: newKeyValues,
  });
  useFormDraft(dialog, form);
  const create = useMutation(trpc.apiKeys.create.mutationOptions({ gcTime: 0 }));

  const submit = form.handleSubmit((values) => {
    if (create.isPending) return;
    const settings = settingsOf(values, null, { now, timeZone });
    create.mutate(
      { ...settings, kind: values.kind },
      {
        // The form is not shown again, but the dialog stays open with the secret.
        onSuccess: () => dialog.stored.write(undefined),
        onError: (error) => showFormFailure(form, serverFields, error),
      },
    );
  });

  return (
    <IssueDialog
      issuing={create}
      onClose={onClose}
      title="Create API key"
      description="Other systems use the key to send leads to this company."
      next={`“${create.data?.key.name}” is ready. Copy the key now: it is not shown again.`}
      initialFocus={() => document.getElementById(formId)?.querySelector('input')}
      action={
        <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
          Create key
        </Button>
      }
    >
      <KeyForm id={formId} form={form} onSubmit={submit} now={now} />
    </IssueDialog>
  );
}

interface RotateKeyDialogProps {
  apiKey: ApiKeyView;
  /** @param successorId id of the new key, if one was created */
  onClose: (successorId?: string) => void;
}

const overlaps = (['24h', '1h', '7d', 'now'] as const).map((value) => ({
  value,
  label: value === '24h' ? `${overlapLabels[value]} (recommended)` : overlapLabels[value],
}));

export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const trpc = useTRPC();
  const choiceId = useId();
  const [overlap, setOverlap] = useState<RotationOverlap>('24h');
  const rotate = useMutation(trpc.apiKeys.rotate.mutationOptions({ gcTime: 0 }));

  return (
    <IssueDialog
      issuing={rotate}
      onClose={onClose}
      title={
        <>
          Rotate “<bdi>{apiKey.name}</bdi>”
        </>
      }
      description="Creates a new key with the same name, kind, access and expiry."
      next="Copy the key now: it is not shown again. Then replace the old key with it."
      initialFocus={() =>
        document.getElementById(choiceId)?.querySelector<HTMLInputElement>('input:checked')
      }
      action={
        <Button
          variant="primary"
          pending={rotate.isPending}
          onClick={() => rotate.mutate({ id: apiKey.id, overlap })}
        >
          Rotate key
        </Button>
      }
    >
      <div id={choiceId} className="grid gap-4">
        <FormError>{rotate.error && readFailure(rotate.error).message}</FormError>
        <RadioGroup
          legend={
            <>
              The old key <KeyHint hint={apiKey.hint} /> stops working
            </>
          }
          name="overlap"
          value={overlap}
          onValueChange={setOverlap}
          options={overlaps}
          hint={`Current use of the old key: ${impactText(apiKey)}`}
        />
      </div>
    </IssueDialog>
  );
}

interface IssueDialogProps {
  /** The mutation, with `gcTime: 0`: the secret exists only in its data. */
  issuing: { data: IssuedApiKey | undefined; isPending: boolean; reset: () => void };
  title: ReactNode;
  description: string;
  /** The description after the key was issued. */
  next: string;
  initialFocus: () => HTMLElement | null | undefined;
  /** The button that issues the key. */
  action: ReactNode;
  /** The form. */
  children: ReactNode;
  /** @param issuedId id of the new key, if one was created */
  onClose: (issuedId?: string) => void;
}

/**
 * A form, replaced by the new secret, which is protected against accidental closing. Mounted only
 * while it is open, so that the secret does not stay in memory.
 */
function IssueDialog({ issuing, onClose, ...props }: IssueDialogProps) {
  const issued = issuing.data;
  const markCopied = useMarkCopied();
  const guard = useSecretGuard({
    isShown: issued !== undefined,
    onCopied: () => issued && markCopied.mutate({ id: issued.key.id }),
    onClose: () => {
      issuing.reset();
      onClose(issued?.key.id);
    },
  });
  function close() {
    if (issued) guard.requestClose();
    else if (!issuing.isPending) onClose();
  }

  return (
    <Dialog
      open
      dismissible={false}
      width={issued ? 'lg' : 'md'}
      onOpenChange={(open) => !open && close()}
      title={issued ? 'Your new API key' : props.title}
      description={issued ? props.next : props.description}
      initialFocus={props.initialFocus}
      finalFocus={() => !issued}
      footer={
        issued ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            {props.action}
          </>
        )
      }
    >
      {issued ? (
        <SecretReveal apiKey={issued.key} secret={issued.secret} guard={guard} />
      ) : (
        props.children
      )}
    </Dialog>
  );
}

interface SecretRevealProps {
  apiKey: ApiKeyView;
  secret: string;
  /** Keeps the dialog open until the secret was copied. */
  guard: SecretGuard;
}

/** Shows a new secret, once. */
function SecretReveal({ apiKey, secret, guard }: SecretRevealProps) {
  const copyRef = useRef<HTMLButtonElement>(null);

  /* The form that had the focus was replaced. */
  useEffect(() => copyRef.current?.focus(), []);

  return (
    <div className="grid gap-6">
      <SecretField secret={secret} copyRef={copyRef} onCopied={guard.markCopied} />
      {apiKey.permissions.includes('leads:create') ? (
        <>
          <SnippetGuide
            title="Try it"
            apiKey={apiKey}
            secret={secret}
            onCopied={guard.markCopied}
          />
          {apiKey.kind === 'rehearsal' && (
            <p className="text-fg-muted">
              Leads of this key are tests: they are on the page of their step, under Tests. A
              request with the header{' '}
              <code className="whitespace-nowrap font-mono text-sm">X-Simulate: 503</code> simulates
              a failure; the OpenAPI document lists all values.
            </p>
          )}
          <FirstRequest apiKeyId={apiKey.id} />
        </>
      ) : (
        <p className="text-fg-muted">
          This key has no permissions yet. Its requests are refused until you edit it and allow it
          to send leads.
        </p>
      )}
      <AlertDialog
        open={guard.confirming}
        onOpenChange={guard.setConfirming}
        title="Close without copying?"
        description="The key cannot be shown again. Without a copy you have to create a new one."
        cancelLabel="Back to the key"
        confirmLabel="Close without copying"
        onConfirm={guard.close}
        finalFocus={copyRef}
      />
    </div>
  );
}

/** Polls until the key was used, then until its first lead is there. */
function FirstRequest({ apiKeyId }: { apiKeyId: string }) {
  const trpc = useTRPC();
  const { company } = useSession();
  const key = useQuery(
    trpc.apiKeys.get.queryOptions(
      { id: apiKeyId },
      { refetchInterval: (query) => (query.state.data?.firstUsedAt ? false : 1_000) },
    ),
  );
  const firstUsedAt = key.data?.firstUsedAt;
  const first = useQuery(
    trpc.apiKeys.firstLead.queryOptions(
      { id: apiKeyId },
      {
        enabled: Boolean(firstUsedAt),
        refetchInterval: (query) => (query.state.data?.lead ? false : 2_000),
      },
    ),
  );
  const lead = first.data?.lead;

  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-sm bg-surface-2 px-3 py-2">
      {firstUsedAt ? (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
      ) : (
        <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-fg-muted" />
      )}
      <p role="status" className={firstUsedAt ? 'text-success' : 'text-fg-muted'}>
        {firstUsedAt ? 'First request received' : 'Waiting for the first request…'}
      </p>
      {firstUsedAt && <RelativeTime at={firstUsedAt} seconds className="text-success" />}
      <p role="status" className="w-full min-w-0 pl-6 empty:hidden">
        {lead && (
          <>
            {'Lead: '}
            {/* In a new tab: the key stays on the screen. */}
            <a
              href={`/${company.slug}/leads/${lead.id}`}
              target="_blank"
              rel="noreferrer"
              className="font-medium text-primary-text underline underline-offset-2 [overflow-wrap:anywhere]"
            >
              <bdi>{lead.name}</bdi>
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </>
        )}
      </p>
      {key.isError && !firstUsedAt && (
        <span className="text-danger text-sm">{readFailure(key.error).message}</span>
      )}
    </div>
  );
}
