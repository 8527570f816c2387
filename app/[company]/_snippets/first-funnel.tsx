'use client';

import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { salesTemplate } from '#app/[company]/funnels/_parts/templates.ts';
import { useRefreshFunnels } from '#app/[company]/funnels/_parts/use-refresh-funnels.ts';

const firstFunnel = { name: 'Website', steps: [...salesTemplate.steps] };

/** Creates a funnel with its steps in place, so that the secret stays on the screen. */
export function FirstFunnel({ onCreated }: { onCreated: () => void }) {
  const trpc = useTRPC();
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();
  const canManage = useCan('admin');
  const create = useMutation(
    trpc.funnels.create.mutationOptions({
      onSuccess: async () => {
        await refresh();
        announce(`Funnel ${firstFunnel.name} created`);
        onCreated();
      },
    }),
  );

  return (
    <div className="grid gap-3 rounded-sm border border-border border-dashed p-4">
      <p className="text-fg-muted">
        Leads are sent to a step of a funnel, and there is none yet.{' '}
        {canManage
          ? `Create one with the steps ${firstFunnel.steps.join(', ')}. You can rename all of them later.`
          : 'Ask an admin of this company to create a funnel.'}
      </p>
      {canManage && (
        <Button
          className="justify-self-start"
          pending={create.isPending}
          onClick={() => create.mutate(firstFunnel)}
        >
          <Plus aria-hidden />
          Create funnel {firstFunnel.name}
        </Button>
      )}
      <FormError>{create.error && readFailure(create.error).message}</FormError>
    </div>
  );
}
