'use client';

import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { CodeBlock } from '#app/_ui/code-block.tsx';
import { anyStepId } from './content/step-id.ts';
import type { SignedInReader } from './server.ts';
import { Cell, HeadCell, InlineCode, Table } from './table.tsx';

/** Pages are the same for all readers: what is personal comes later. `null` without a session. */
const ReaderContext = createContext<SignedInReader | null | undefined>(undefined);

/** The ID of a request in the address: of an error that the reader got. */
const askedRequest = () => new URLSearchParams(location.search).get('request') ?? '';

/** Asks who reads. Without a session, or without an answer, the page stays as it is for all. */
async function readReader(signal: AbortSignal): Promise<SignedInReader | null> {
  const answer = await fetch(`/docs/reader?${new URLSearchParams({ request: askedRequest() })}`, {
    signal,
  });
  return answer.status === 200 ? answer.json() : null;
}

export function ReaderProvider({ children }: { children: ReactNode }) {
  const [reader, setReader] = useState<SignedInReader | null>();

  useEffect(() => {
    const aborted = new AbortController();
    readReader(aborted.signal).then(setReader, () => {
      if (!aborted.signal.aborted) setReader(null);
    });
    return () => aborted.abort();
  }, []);

  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

export function PanelLink() {
  const reader = use(ReaderContext);

  return (
    <a
      href={reader ? '/' : '/sign-in'}
      className="shrink-0 font-medium text-primary-text hover:underline"
    >
      {reader ? 'Open panel' : 'Sign in'}
    </a>
  );
}

/** Text with the ID of a step of the reader. */
function useFilled(text: string): string {
  const [step] = use(ReaderContext)?.steps ?? [];

  return step ? text.replaceAll(anyStepId, step.id) : text;
}

export function FilledCodeBlock({ code, label }: { code: string; label: string }) {
  return <CodeBlock code={useFilled(code)} label={label} copyLabel="Copy" />;
}

export function FilledText({ children }: { children: string }) {
  return useFilled(children);
}

const signInUrl = (requestId: string) => {
  const back = `/docs/errors?${new URLSearchParams({ request: requestId })}`;
  return `/sign-in?${new URLSearchParams({ callbackUrl: back })}`;
};

/** The requests in the intake log that the address asks for, for members of their company. */
export function FoundRequests() {
  const reader = use(ReaderContext);
  const [requestId, setRequestId] = useState('');
  useEffect(() => setRequestId(askedRequest()), []);
  if (!requestId) return null;

  return (
    <aside
      aria-label="Your request"
      className="mb-6 grid gap-1.5 rounded-md border border-border bg-surface-2 px-4 py-3"
    >
      <p className="[overflow-wrap:anywhere]">
        Request <InlineCode>{requestId}</InlineCode>
      </p>
      {reader && <RequestLinks requests={reader.requests} />}
      {reader === undefined && <p className="text-fg-muted">Looking it up…</p>}
      {reader === null && (
        <p>
          <a href={signInUrl(requestId)} className="text-primary-text underline">
            Sign in
          </a>{' '}
          to see why it was refused, and what was sent.
        </p>
      )}
    </aside>
  );
}

function RequestLinks({ requests }: Pick<SignedInReader, 'requests'>) {
  if (requests.length === 0) {
    return (
      <p>No intake log of your companies has it: its key was none of theirs, or it has expired.</p>
    );
  }
  return (
    <ul className="grid gap-1">
      {requests.map(({ path, message }) => (
        <li key={path}>
          <a href={path} className="text-primary-text underline [overflow-wrap:anywhere]">
            <bdi>{message || 'No answer'}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The IDs of the reader's steps, or how to see them. */
export function StepIds({ signIn }: { signIn: ReactNode }) {
  const steps = use(ReaderContext)?.steps ?? [];
  if (steps.length === 0) return signIn;

  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>Step</HeadCell>
          <HeadCell>Step ID</HeadCell>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ company, funnel, name, id }) => (
          <tr key={id}>
            <Cell>
              {company} → {funnel} → {name}
            </Cell>
            <Cell>
              <InlineCode>{id}</InlineCode>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
