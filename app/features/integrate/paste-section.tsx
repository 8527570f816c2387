'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useOrigin } from '#app/_ui/address.ts';
import { ButtonLink } from '#app/_ui/button.tsx';
import { CodeBlock } from '#app/_ui/code-block.tsx';
import { unreachableText } from '#app/_ui/connection.ts';
import { Field, TextArea } from '#app/_ui/field.tsx';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { count } from '#app/_ui/format.ts';
import { StatusBadge } from '#app/features/api-keys/key-cells.tsx';
import { TriedLead } from '#app/features/api-keys/tried-lead.tsx';
import { useStoredPastedBody } from '#app/features/api-keys/use-pasted-body.ts';
import { curl, urlOf } from '#app/features/snippets/snippets.ts';
import type { ApiKeyView, TriedBody } from '#server/panel-api/schemas/api-keys.ts';
import { NumberedSection } from './integrate-layout.tsx';
import type { Pasted } from './pasted/read-pasted.ts';

interface PasteSectionProps {
  stepId: string | undefined;
  /** Reads with its mapping; absent: without one. */
  apiKey: ApiKeyView | undefined;
}

/** Says what a body, a form or a command would become, and how to change it. */
export function PasteSection({ stepId, apiKey }: PasteSectionProps) {
  const baseUrl = `${useOrigin()}/api`;
  const [text, setText] = useState('');
  const pasted = usePasted(text, stepId && urlOf({ baseUrl, stepId }));
  const { tried, problems, error } = useTried(pasted, apiKey?.id);
  const needsChange = problems.length > 0 || (tried !== undefined && hasUnread(tried));

  return (
    <NumberedSection
      number={4}
      title="Paste what your tool sends"
      done={tried?.refused === 0 && !needsChange}
    >
      <Field
        label="JSON body, form or curl command"
        hint="Nothing is stored. A key in it stays in this page."
      >
        <TextArea
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="min-h-28 font-mono text-sm"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div role="status" className="grid gap-3 empty:hidden">
        {problems.length > 0 && <Problems problems={problems} />}
        {error && <p className="text-danger">{error}</p>}
        {tried && <Becomes tried={tried} isChanged={problems.length > 0} />}
      </div>
      {tried && pasted?.lead && <MapFields apiKey={apiKey} body={pasted.lead} />}
      {tried?.canonical && needsChange && (
        <Corrected tried={tried} json={tried.canonical} baseUrl={baseUrl} stepId={stepId} />
      )}
    </NumberedSection>
  );
}

/** Milliseconds after the last key, so that no half-typed word is read. */
const typingPause = 250;

/** What is found in the text, by code that is loaded once there is one. */
function usePasted(text: string, stepUrl: string | undefined): Pasted | undefined {
  const [pasted, setPasted] = useState<Pasted>();
  const isEmpty = text.trim() === '';

  useEffect(() => {
    if (isEmpty) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await import('./pasted/read-pasted.ts').then(
        ({ readPasted }) => readPasted(text, stepUrl),
        () => ({ problems: [unreachableText] }),
      );
      if (isCurrent) setPasted(found);
    }, typingPause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, stepUrl, isEmpty]);

  return isEmpty ? undefined : pasted;
}

function useTriedBody(id: string | undefined, body: string | undefined) {
  const client = useTRPCClient();

  return useQuery({
    queryKey: ['tryBody', id, body],
    queryFn: ({ signal }) =>
      client.apiKeys.tryBody.mutate({ id: id ?? null, body: body ?? '' }, { signal }),
    enabled: body !== undefined,
    retry: false,
    gcTime: 0,
  });
}

/** What the body would become; of one that is mended also why it is refused as it is. */
function useTried(pasted: Pasted | undefined, apiKeyId: string | undefined) {
  const { body, mended, problems = [] } = pasted ?? {};
  const asSent = useTriedBody(apiKeyId, body);
  const [refusal] = asSent.data?.leads ?? [];
  const asMended = useTriedBody(apiKeyId, refusal && mended);
  const failed = asSent.error ?? asMended.error;
  const reason = mended && refusal && refusal.status !== 201 ? [refusal.error] : [];

  return {
    tried: mended === undefined ? asSent.data : asMended.data,
    problems: [...problems, ...reason],
    error: failed && readFailure(failed).message,
  };
}

const hasUnread = ({ leads }: TriedBody) =>
  leads.some(({ ignored, unread }) => ignored !== '' || unread !== '');

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <ul aria-label="To change" className="grid gap-1.5">
      {problems.map((problem) => (
        <li key={problem} className="flex items-start gap-2 [overflow-wrap:anywhere]">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0">{problem}</span>
        </li>
      ))}
    </ul>
  );
}

function headlineOf({ isBatch, total, refused }: TriedBody, isChanged: boolean): string {
  if (isBatch) return `${count(total, 'lead')}${refused > 0 ? `, ${refused} refused` : ''}`;
  const then = isChanged ? 'Then it' : 'It';
  return `${then} ${refused > 0 ? 'is refused' : 'becomes'}`;
}

interface BecomesProps {
  tried: TriedBody;
  /** Something has to change first. */
  isChanged: boolean;
}

function Becomes({ tried, isChanged }: BecomesProps) {
  const { leads, total, isBatch } = tried;

  return (
    <div className="grid gap-1.5 rounded-sm border border-border bg-bg p-3">
      <h3 className="flex items-center gap-2 font-medium text-sm">
        {headlineOf(tried, isChanged)}
        {!isBatch && leads[0] && <StatusBadge status={leads[0].status} />}
      </h3>
      <ul aria-label="What it becomes" className="grid gap-3">
        {leads.map((lead, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: leads of a batch have only places
          <li key={index} className="grid gap-0.5 [overflow-wrap:anywhere]">
            {isBatch && (
              <p>
                <StatusBadge status={lead.status} />
              </p>
            )}
            <TriedLead lead={lead} />
          </li>
        ))}
      </ul>
      {total > leads.length && (
        <p className="text-fg-muted text-sm">Only the first {leads.length} are shown.</p>
      )}
    </div>
  );
}

interface MapFieldsProps {
  apiKey: ApiKeyView | undefined;
  body: string;
}

function MapFields({ apiKey, body }: MapFieldsProps) {
  const canMap = useCan('admin');
  if (!canMap) return null;
  if (!apiKey) {
    return <p className="text-fg-muted text-sm">To map its fields, create or choose a key.</p>;
  }
  return <MapFieldsLink apiKey={apiKey} body={body} />;
}

function MapFieldsLink({ apiKey, body }: { apiKey: ApiKeyView; body: string }) {
  const { company } = useSession();
  const stored = useStoredPastedBody(apiKey.id);

  return (
    <ButtonLink
      href={`/${company.slug}/settings/api-keys/${apiKey.id}/fields`}
      className="justify-self-start"
      onClick={() => stored.write(body)}
    >
      Map fields
    </ButtonLink>
  );
}

interface CorrectedProps {
  tried: TriedBody;
  json: string;
  baseUrl: string;
  stepId: string | undefined;
}

/** The same data under the published names. */
function Corrected({ tried: { isBatch }, json, baseUrl, stepId }: CorrectedProps) {
  const [tab, setTab] = useState<'body' | 'curl'>('body');
  const input = stepId && { baseUrl, stepId };
  const command = input && curl(input, { url: urlOf(input) + (isBatch ? '/batch' : ''), json });
  const isCommand = tab === 'curl' && command;

  return (
    <FilterTabs
      label="Corrected"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'body', label: 'Corrected body' },
        ...(command ? [{ value: 'curl' as const, label: 'curl' }] : []),
      ]}
    >
      <CodeBlock
        code={isCommand || json}
        label={isCommand ? 'Corrected curl command' : 'Corrected body'}
        copyLabel={isCommand ? 'Copy curl' : 'Copy body'}
      />
    </FilterTabs>
  );
}
