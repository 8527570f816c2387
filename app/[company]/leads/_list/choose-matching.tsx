'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { Button } from '#app/_ui/button.tsx';
import { digits } from '#app/_ui/format.ts';
import { bulkLeadsMax } from '#db/values/limits.ts';
import { type LeadsAddress, queryOf } from '#server/panel-api/schemas/leads-address.ts';
import type { Selection } from './use-selection.ts';

interface ChooseMatchingProps {
  address: LeadsAddress;
  selection: Selection;
}

/** Chooses leads that match and are not loaded as well. */
export function ChooseMatching({ address, selection }: ChooseMatchingProps) {
  const client = useTRPCClient();
  const matching = useMutation({
    mutationFn: () => client.leads.listIds.query(queryOf(address)),
    onSuccess: ({ ids }) => selection.choose(ids),
  });

  const found = matching.data?.ids.length;

  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 text-fg-muted text-sm">
      {found === selection.chosen.size ? (
        <p>
          {matching.data?.hasMore
            ? `The first ${digits(bulkLeadsMax)} that match are chosen: more cannot be changed at once.`
            : `All ${digits(found)} that match are chosen.`}
        </p>
      ) : (
        <Button size="sm" pending={matching.isPending} onClick={() => matching.mutate()}>
          Choose all that match, up to {digits(bulkLeadsMax)}
        </Button>
      )}
      {matching.isError && (
        <p role="alert" className="text-danger">
          {readFailure(matching.error).message}
        </p>
      )}
    </div>
  );
}
