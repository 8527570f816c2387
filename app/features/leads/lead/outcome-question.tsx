'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { closeQuestion, type Question } from '#app/features/leads/ask-outcome.ts';
import { labelAmount } from '#app/features/leads/labels.ts';
import { currencyOf } from '#db/values/currencies.ts';
import { readAmount } from './amount.ts';
import { useSaved } from './use-lead-work.ts';

interface QuestionProps {
  question: Question;
}

/** Beside the change that it asks about, which is saved. */
export function OutcomeQuestion({ question }: QuestionProps) {
  return question.outcome === 'lost' ? (
    <ReasonQuestion question={question} />
  ) : (
    <AmountQuestion question={question} />
  );
}

/** Saves the answer, and closes the question. */
function useAnswer({ question: { leadId } }: QuestionProps) {
  const saved = useSaved();
  const update = useMutation(useTRPC().leads.update.mutationOptions());

  async function answer(
    change: Omit<Parameters<typeof update.mutateAsync>[0], 'id'>,
    text: string,
  ) {
    const after = await update.mutateAsync({ id: leadId, ...change }).catch(() => undefined);
    if (!after) return;
    saved(after, text);
    closeQuestion(leadId);
  }

  return { answer, update, error: update.error && readFailure(update.error).message };
}

function ReasonQuestion({ question }: QuestionProps) {
  const list = useQuery(useTRPC().companies.lostReasons.queryOptions());
  const { answer, update, error } = useAnswer({ question });
  const chosen = update.variables?.lostReason?.to;
  const reasons = list.data?.reasons ?? [];

  return (
    <Panel
      question={question}
      title={
        <>
          Why was <bdi>{question.name}</bdi> lost?
        </>
      }
    >
      <ul className="flex flex-wrap gap-2">
        {reasons.map((reason) => (
          <li key={reason} className="min-w-0">
            <Button
              size="sm"
              pending={update.isPending && chosen === reason}
              className="max-w-full"
              onClick={() =>
                void answer({ lostReason: { from: null, to: reason } }, `Reason saved: ${reason}`)
              }
            >
              <bdi className="truncate">{reason}</bdi>
            </Button>
          </li>
        ))}
        <li>
          <Button size="sm" variant="ghost" onClick={() => closeQuestion(question.leadId)}>
            No reason
          </Button>
        </li>
      </ul>
      <FormError>{error ?? (list.error && readFailure(list.error).message)}</FormError>
    </Panel>
  );
}

function AmountQuestion({ question }: QuestionProps) {
  const currency = currencyOf(useSession().company);
  const { answer, update, error } = useAnswer({ question });
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const amount = readAmount(String(new FormData(event.currentTarget).get('amount')));
    setWrong(amount === undefined);
    if (amount === undefined || update.isPending) return;
    const text = `Amount saved: ${labelAmount(`${amount} ${currency}`)}`;
    void answer({ wonAmount: { from: null, to: { amount, currency } } }, text);
  }

  return (
    <Panel
      question={question}
      title={
        <>
          What is the deal with <bdi>{question.name}</bdi> worth?
        </>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-2">
        <div className="flex items-end gap-2">
          <Field label={`Amount in ${currency}`} className="min-w-0 grow">
            {(control) => (
              <Input
                {...control}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                aria-invalid={isWrong || undefined}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" pending={update.isPending}>
            Save
          </Button>
          <Button variant="ghost" onClick={() => closeQuestion(question.leadId)}>
            Skip
          </Button>
        </div>
        <FormError>{isWrong ? 'Enter an amount such as 1,200.50' : error}</FormError>
      </form>
    </Panel>
  );
}

const typing = 'input, textarea, select, [contenteditable]';

/** Not a dialog: the screen stays in use. It takes the focus from all but a field, and gives it to the lead. */
function Panel({
  question: { leadId, outcome },
  title,
  children,
}: QuestionProps & { title: ReactNode; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  const linkOfLead = useCallback(
    () => document.querySelector<HTMLElement>(`[data-lead="${leadId}"] a`),
    [leadId],
  );
  usePassFocus(panel, linkOfLead);

  useEffect(() => {
    if (!document.activeElement?.matches(typing)) panel.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={outcome === 'lost' ? 'Reason' : 'Amount'}
      data-testid="outcome-question"
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeQuestion(leadId);
      }}
      className="fixed inset-x-4 bottom-22 z-50 mx-auto grid max-w-md gap-3 rounded-md bg-surface px-4 py-3 shadow-float outline-none sm:bottom-6"
    >
      <h2 className="font-semibold text-base [overflow-wrap:anywhere]">{title}</h2>
      {children}
    </section>
  );
}
