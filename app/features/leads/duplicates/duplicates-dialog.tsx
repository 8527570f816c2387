'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Dialog } from '#app/_ui/dialog.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { Fact, Facts } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import {
  fieldLabel,
  labelAmount,
  priorityLabels,
  statusLabels,
  temperatureLabels,
  toSentence,
} from '#app/features/leads/labels.ts';
import type { MergePreview } from '#server/panel-api/schemas/lead-duplicates.ts';
import { labelShares } from './label-shares.ts';
import { closeDuplicates, type OpenDuplicates } from './open-duplicates.ts';
import { useMerge } from './use-merge.ts';

/** A lead with its possible duplicates: first which one, where there are several; then both, to be merged. */
export function DuplicatesDialog({ open }: { open: OpenDuplicates }) {
  const { leadId, opener } = open;
  const [chosenId, setChosenId] = useState(open.otherId);
  const list = useQuery(useTRPC().leads.duplicates.queryOptions({ id: leadId }));
  const others = list.data?.filter(({ isDistinct }) => !isDistinct) ?? [];
  const [only] = others.length === 1 ? others : [];
  /* Kept: after a merge there is none. */
  if (only && chosenId === undefined) setChosenId(only.id);
  const otherId = chosenId ?? only?.id;
  /** A merge takes the mark away, and maybe its lead. */
  const focusBack = () =>
    opener.isConnected
      ? opener
      : (document.querySelector<HTMLElement>(`[data-lead="${leadId}"] a`) ??
        document.querySelector('main'));

  if (otherId !== undefined) {
    return (
      <Comparison
        key={otherId}
        open={open}
        otherId={otherId}
        onBack={others.length > 1 && !open.otherId ? () => setChosenId(undefined) : undefined}
        focusBack={focusBack}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={() => closeDuplicates()}
      title="Possible duplicates"
      description="Choose the lead to look at beside this one."
      finalFocus={focusBack}
    >
      {list.isError && (
        <QueryFailure headingLevel={3} query={list} title="They could not be loaded" />
      )}
      {list.isPending && <Placeholder />}
      {list.data && others.length === 0 && <p>There are none any more.</p>}
      <ul className="grid gap-2">
        {others.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              onClick={() => setChosenId(other.id)}
              className="w-full rounded-md border border-border px-3 py-2 text-left hover:border-border-strong hover:bg-surface-2"
            >
              <bdi className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{other.name}</bdi>
              <span className="block text-fg-muted text-sm [overflow-wrap:anywhere]">
                {labelShares(other.shares)} · {statusLabels[other.status]} ·{' '}
                <bdi>{other.funnel.name}</bdi>: <bdi>{other.step.name}</bdi> ·{' '}
                <RelativeTime plain at={other.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const Placeholder = () => (
  <Loading label="Loading the leads" className="grid gap-3">
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-24 w-full" />
  </Loading>
);

interface ComparisonProps {
  open: OpenDuplicates;
  otherId: string;
  /** To the list. */
  onBack: (() => void) | undefined;
  focusBack: () => HTMLElement | null;
}

function Comparison({ open, otherId, onBack, focusBack }: ComparisonProps) {
  const { leadId } = open;
  const preview = useQuery({
    ...useTRPC().leads.previewMerge.queryOptions({ id: leadId, otherId }),
    /* What is merged is what is seen. */
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [chosen, setChosen] = useState<string>();
  const { merge, markDistinct, error } = useMerge();
  /* Until the screens behind are current: then the focus goes back to what is still there. */
  const [pending, setPending] = useState<'merge' | 'distinct'>();
  const { data } = preview;
  const keptId = chosen ?? data?.suggestedId;
  const plan = data?.plans.find((each) => each.keptId === keptId);
  const kept = data?.leads.find(({ id }) => id === keptId);
  const merged = data?.leads.find(({ id }) => id !== keptId);

  async function confirm() {
    if (!data || !kept || !merged) return;
    setPending('merge');
    const pair = { keptId: kept.id, mergedId: merged.id, version: data.version };
    if (await merge(pair, kept.name)) return closeDuplicates(open);
    setPending(undefined);
    void preview.refetch();
  }

  async function distinguish() {
    setPending('distinct');
    await markDistinct(leadId, otherId, true);
    if (onBack) onBack();
    else closeDuplicates(open);
  }

  return (
    <Dialog
      open
      onOpenChange={() => closeDuplicates()}
      title="Are these the same person?"
      description="Merge them into one lead, or say that they are no duplicates."
      width="lg"
      finalFocus={focusBack}
      footer={
        data && (
          <>
            {onBack && (
              <Button variant="ghost" className="sm:mr-auto" onClick={onBack}>
                <ArrowLeft aria-hidden />
                All duplicates
              </Button>
            )}
            <Button
              pending={pending === 'distinct'}
              disabled={pending === 'merge'}
              onClick={() => void distinguish()}
            >
              Not a duplicate
            </Button>
            <Button
              variant="primary"
              pending={pending === 'merge'}
              disabled={pending === 'distinct'}
              onClick={() => void confirm()}
            >
              Merge
            </Button>
          </>
        )
      }
    >
      {preview.isError && !data && (
        <QueryFailure headingLevel={3} query={preview} title="The leads could not be loaded" />
      )}
      {preview.isPending && <Placeholder />}
      {data && plan && (
        <div className="grid gap-5">
          <FormError>{error}</FormError>
          <fieldset>
            <legend className="mb-2 font-medium">Which one do you keep?</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {data.leads.map((lead) => (
                <Side
                  key={lead.id}
                  lead={lead}
                  isKept={lead.id === keptId}
                  onKeep={() => setChosen(lead.id)}
                />
              ))}
            </div>
          </fieldset>
          <section aria-label="After the merge">
            <h3 className="mb-2 font-medium">After the merge</h3>
            <Facts>
              {plan.after.map(({ field, value, isChanged }) => (
                <Fact key={field} term={<bdi>{fieldLabel(field)}</bdi>}>
                  <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
                    <LineValue field={field} value={value} />
                    {isChanged && <Badge tone="success">From the other lead</Badge>}
                  </span>
                </Fact>
              ))}
              <Fact term="Timeline">Notes, calls and changes of both</Fact>
            </Facts>
          </section>
          {plan.dropped.length > 0 && (
            <section aria-label="Not taken over">
              <h3 className="font-medium">Not taken over</h3>
              <p className="mb-2 text-fg-muted text-sm">
                The kept lead has other values. The page of the other one still shows its own.
              </p>
              <Facts>
                {plan.dropped.map(({ field, value }) => (
                  <Fact key={`${field} ${value}`} term={<bdi>{fieldLabel(field)}</bdi>}>
                    <LineValue field={field} value={value} />
                  </Fact>
                ))}
              </Facts>
            </section>
          )}
        </div>
      )}
    </Dialog>
  );
}

const codes = new Map<string, Record<string, string>>([
  ['status', statusLabels],
  ['priority', priorityLabels],
  ['temperature', temperatureLabels],
]);

function LineValue({ field, value }: { field: string; value: string }): ReactNode {
  if (field === 'followUp') return <LocalTime at={value} />;
  if (field === 'source') return toSentence(value);
  if (field === 'wonAmount') return labelAmount(value);
  const label = codes.get(field)?.[value];
  return label ?? <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</bdi>;
}

interface SideProps {
  lead: MergePreview['leads'][number];
  isKept: boolean;
  onKeep: () => void;
}

/** One of the two. The whole of it chooses it. */
function Side({ lead, isKept, onKeep }: SideProps) {
  const facts: [string, ReactNode][] = [
    ['Phones', lead.phones.length > 0 ? <bdi key="phones">{lead.phones.join(', ')}</bdi> : null],
    ['Email', lead.email && <bdi key="email">{lead.email}</bdi>],
    ['Received', <RelativeTime key="received" plain at={lead.createdAt} />],
    ['Source', <bdi key="source">{toSentence(lead.source)}</bdi>],
    ['Step', <bdi key="step">{lead.place}</bdi>],
    ['Status', statusLabels[lead.status]],
    ['Owner', lead.owner && <bdi key="owner">{lead.owner}</bdi>],
    ['Follow-up', lead.followUpAt && <LocalTime key="followUp" at={lead.followUpAt} />],
    ['Said last', lead.lastText && <bdi key="said">{lead.lastText}</bdi>],
  ];

  return (
    <label className="block cursor-pointer rounded-md border border-border p-3 hover:border-border-strong has-checked:border-primary has-checked:bg-primary-soft">
      <span className="flex items-start gap-2">
        <input
          type="radio"
          name="kept"
          aria-label={lead.name}
          checked={isKept}
          onChange={onKeep}
          className="mt-1 size-4 shrink-0 accent-primary"
        />
        <bdi className="line-clamp-2 min-w-0 font-semibold [overflow-wrap:anywhere]">
          {lead.name}
        </bdi>
      </span>
      <span className="mt-2 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 text-sm">
        {facts.map(([term, value]) => (
          <span key={term} className="contents">
            <span className="text-fg-muted">{term}</span>
            <span className="line-clamp-3 min-w-0 [overflow-wrap:anywhere]">
              {value || <span className="text-fg-muted">None</span>}
            </span>
          </span>
        ))}
      </span>
    </label>
  );
}
