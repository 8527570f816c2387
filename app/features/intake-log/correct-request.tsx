'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, TextArea } from '#app/_ui/field.tsx';
import { useOpenPage } from '#app/_ui/offline.tsx';
import { TriedLead } from '#app/features/api-keys/tried-lead.tsx';
import type { LogEntryDetail } from '#server/panel-api/schemas/intake-log.ts';
import { StepChoice } from './step-choice.tsx';

interface CorrectRequestProps {
  entry: LogEntryDetail;
}

/** Opens the body of a refused or held request for a correction. */
export function CorrectRequest({ entry }: CorrectRequestProps) {
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Correct and send
      </Button>
      {isOpen && <CorrectDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}

const textOf = ({ sent }: LogEntryDetail) => (sent?.encoding === 'utf-8' ? sent.text : '');

function CorrectDialog({ entry, onClose }: CorrectRequestProps & { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { company } = useSession();
  const openPage = useOpenPage();
  const formId = useId();
  const [draft, setDraft] = useDraft<string>(`correction.${entry.id}`);
  const body = draft ?? textOf(entry);
  const [stepId, setStepId] = useState('');
  const send = useMutation(
    trpc.replays.correct.mutationOptions({
      onSuccess: ({ leadId }) => {
        setDraft(undefined);
        void queryClient.invalidateQueries({ queryKey: trpc.intakeLog.pathKey() });
        openPage(`/${company.slug}/leads/${leadId}`);
      },
    }),
  );

  return (
    <FormDialog
      title="Correct and send"
      description="The request in the log stays as it was sent."
      formId={formId}
      submitLabel="Send"
      pending={send.isPending}
      onClose={onClose}
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ id: entry.id, body, stepId: stepId || null });
        }}
      >
        <FormError>{send.error && readFailure(send.error).message}</FormError>
        <Field label="Body">
          <TextArea
            value={body}
            spellCheck={false}
            className="min-h-40 font-mono text-sm"
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
        </Field>
        <StepChoice value={stepId} sentTo={entry.step?.id ?? null} onChange={setStepId} />
        <Trial entry={entry} body={body} />
      </form>
    </FormDialog>
  );
}

/** What the corrected body becomes. */
function Trial({ entry: { apiKey }, body }: { entry: LogEntryDetail; body: string }) {
  const client = useTRPCClient();
  const keyId = apiKey && !apiKey.isDeleted ? apiKey.id : null;
  const tried = useDeferredValue(body);
  const trial = useQuery({
    queryKey: ['tryBody', keyId, tried],
    queryFn: ({ signal }) => client.apiKeys.tryBody.mutate({ id: keyId, body: tried }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [lead] = trial.data?.leads ?? [];
  if (!lead) return null;

  return (
    <section aria-label="What it becomes" className="[overflow-wrap:anywhere]">
      <TriedLead lead={lead} />
    </section>
  );
}
