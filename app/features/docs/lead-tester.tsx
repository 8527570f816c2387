'use client';

import { useEffect, useState } from 'react';
import { useAnnounce } from '#app/_ui/announce.tsx';
import type { TriedLead } from '#server/public-api/diagnose/try-lead.ts';

const example = `{
  "name": "Ada Lovelace",
  "phones": ["+44 20 7946 0958"],
  "utm_source": "Instagram",
  "utm_medium": "paid",
  "fbclid": "IwAR0example",
  "city": "London"
}`;
/** After the last key, so that no half-typed word is judged. */
const pauseMs = 300;

type Outcome = TriedLead | 'unreachable' | undefined;

async function send(body: string, signal: AbortSignal): Promise<Outcome> {
  const answer = await fetch('/docs/try', { method: 'POST', body, signal });
  if (answer.status === 413) {
    const error = 'Request body must not exceed 64 KiB';
    return { status: 413, error, ignored: '', unread: '', cut: '', warnings: '' };
  }
  return answer.ok ? answer.json() : 'unreachable';
}

/** Shows what a body would become as a lead, while it is typed. */
export function LeadTester() {
  const [body, setBody] = useState(example);
  const [outcome, setOutcome] = useState<Outcome>();
  const announce = useAnnounce();

  useEffect(() => {
    const aborted = new AbortController();
    const timer = setTimeout(async () => {
      const found = await send(body, aborted.signal).catch((): Outcome => 'unreachable');
      if (aborted.signal.aborted) return;

      setOutcome(found);
      if (body !== example) announce(summaryOf(found));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [body, announce]);

  return (
    <section aria-labelledby="try" className="grid gap-3">
      <textarea
        aria-label="Body of a request"
        value={body}
        onChange={(event) => setBody(event.target.value)}
        spellCheck={false}
        rows={9}
        className="w-full rounded-sm border border-border-strong bg-surface p-3 font-mono text-sm"
      />
      <div
        data-testid="tried-lead"
        className="min-h-60 rounded-md border border-border bg-surface p-4"
      >
        <Result outcome={outcome} />
      </div>
    </section>
  );
}

function summaryOf(outcome: Outcome): string {
  if (outcome === undefined || outcome === 'unreachable') return 'The server cannot be reached';
  if (outcome.status !== 201) return `Refused: ${outcome.error}`;

  const { source, medium, channel } = outcome;
  return `Source ${source}, medium ${medium}, channel ${channel}`;
}

function Result({ outcome }: { outcome: Outcome }) {
  if (outcome === undefined) return null;
  if (outcome === 'unreachable') {
    return (
      <p className="text-danger">The server cannot be reached. Change a letter to try again.</p>
    );
  }
  if (outcome.status !== 201) {
    return (
      <>
        <p className="font-medium text-danger">{outcome.status}: refused</p>
        <p className="mt-1 break-words">{outcome.error}</p>
        <a href="/docs/errors#status-400" className="mt-2 inline-block text-primary-text underline">
          What to do
        </a>
      </>
    );
  }
  const { fields, source, medium, channel, reason, ignored, unread, cut } = outcome;

  return (
    <>
      <p className="font-medium text-success">201: created</p>
      <dl className="mt-3 grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact name="Source">{source}</Fact>
        <Fact name="Medium">{medium}</Fact>
        <Fact name="Channel">{channel}</Fact>
        <Fact name="Rule">{reason.rule ?? 'None fits'}</Fact>
        {reason.overruled.map((other) => (
          <Fact key={other.rule} name="Overruled">
            {other.rule}: {other.source}, {other.medium}, {other.channel}
          </Fact>
        ))}
        {Object.entries(fields).map(([name, value]) => (
          <Fact key={name} name={name} isCode>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Fact>
        ))}
        {ignored && <Fact name="Ignored">{ignored}</Fact>}
        {unread && <Fact name="Not read">{unread}</Fact>}
        {cut && <Fact name="Cut">{cut}</Fact>}
      </dl>
    </>
  );
}

function Fact({
  name,
  isCode = false,
  children,
}: {
  name: string;
  isCode?: boolean;
  children: React.ReactNode;
}) {
  return (
    <>
      <dt className={isCode ? 'font-mono text-fg-muted text-sm' : 'text-fg-muted'}>{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
