'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Field, FormError, TextArea } from '#app/_ui/field.tsx';
import { Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { lostReasonsPerCompany } from '#db/values/limits.ts';

const done = 'Reasons saved';

/** The list that members choose from when a lead is lost. */
export function LostReasons() {
  const list = useQuery(useTRPC().companies.lostReasons.queryOptions());

  return (
    <Section title="Why leads are lost">
      {list.isPending && (
        <Loading label="Loading the reasons">
          <Skeleton className="h-36 max-w-md" />
        </Loading>
      )}
      {list.isError && !list.data && (
        <QueryFailure query={list} title="The reasons could not be loaded" />
      )}
      {list.data && <ReasonsForm reasons={list.data.reasons} />}
    </Section>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function ReasonsForm({ reasons }: { reasons: readonly string[] }) {
  const { lostReasons, saveLostReasons } = useTRPC().companies;
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const [text, setText] = useState(reasons.join('\n'));
  const save = useMutation(
    saveLostReasons.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(lostReasons.queryKey(), saved);
        setText(saved.reasons.join('\n'));
        announce(done);
      },
    }),
  );
  const failure = save.error && readFailure(save.error);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ reasons: { from: [...reasons], to: linesOf(text) } });
  }

  return (
    <form noValidate onSubmit={submit} onChange={() => save.reset()} className="grid gap-4">
      <Field
        label="Reasons"
        hint={`One in each line, in the order in which they are offered, at most ${lostReasonsPerCompany}. Leads keep a reason that is deleted here.`}
        error={failure?.issues[0]?.message}
        className="max-w-md"
      >
        <TextArea
          dir="auto"
          rows={Math.max(4, reasons.length + 1)}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <FormError>{failure?.issues.length === 0 && failure.message}</FormError>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={save.isPending}>
          Save reasons
        </Button>
        {save.isSuccess && <p className="text-success">{done}</p>}
      </div>
    </form>
  );
}
