'use client';

import { useMutation } from '@tanstack/react-query';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { readFailure } from '../../../_trpc/failure.ts';
import { AlertDialog } from '../../../_ui/dialog.tsx';
import { FormError } from '../../../_ui/field.tsx';
import { RelativeTime } from '../../../_ui/relative-time.tsx';
import { impactText } from './key-words.ts';

interface DeactivateKeyDialogProps {
  apiKey: ApiKeyView;
  onClose: () => void;
  onDone: () => void;
}

export function DeactivateKeyDialog({ apiKey, onClose, onDone }: DeactivateKeyDialogProps) {
  const trpc = useTRPC();
  const deactivate = useMutation(trpc.apiKeys.deactivate.mutationOptions({ onSuccess: onDone }));

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && !deactivate.isPending && onClose()}
      title={`Deactivate “${apiKey.name}”?`}
      description="Whatever uses this key is refused from now on. You can activate it again."
      confirmLabel="Deactivate key"
      pending={deactivate.isPending}
      onConfirm={() => deactivate.mutate({ id: apiKey.id })}
    >
      <p className="rounded-sm bg-surface-2 px-3 py-2">
        {impactText(apiKey)}
        {apiKey.lastUsedAt && (
          <>
            {' '}
            Last used <RelativeTime at={apiKey.lastUsedAt} />
            {apiKey.lastUsedClient && ` by ${apiKey.lastUsedClient}`}.
          </>
        )}
      </p>
      <FormError>{deactivate.error && readFailure(deactivate.error).message}</FormError>
    </AlertDialog>
  );
}
