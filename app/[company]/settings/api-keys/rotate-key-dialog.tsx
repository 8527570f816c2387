'use client';

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ApiKeyView, RotationOverlap } from '#server/api/schemas/api-keys.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { readFailure } from '../../../_trpc/failure.ts';
import { Button } from '../../../_ui/button.tsx';
import { RadioGroup } from '../../../_ui/choice.tsx';
import { Dialog } from '../../../_ui/dialog.tsx';
import { FormError } from '../../../_ui/field.tsx';
import { impactText, overlapLabels } from './key-words.ts';
import { SecretReveal } from './secret-reveal.tsx';
import { useSecretGuard } from './use-secret-guard.ts';

interface RotateKeyDialogProps {
  apiKey: ApiKeyView;
  /** @param successorId of the new key, if one was made */
  onClose: (successorId?: string) => void;
}

const overlaps = (['24h', '1h', '7d', 'now'] as const).map((value) => ({
  value,
  label: value === '24h' ? `${overlapLabels[value]} (recommended)` : overlapLabels[value],
}));

/** Mounted only while it is open, so that nothing of the secret outlives it. */
export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const trpc = useTRPC();
  const choiceId = useId();
  const [overlap, setOverlap] = useState<RotationOverlap>('24h');
  const rotate = useMutation(trpc.apiKeys.rotate.mutationOptions({ gcTime: 0 }));
  const issued = rotate.data;

  const guard = useSecretGuard(() => {
    rotate.reset();
    onClose(issued?.key.id);
  });
  function leave() {
    if (issued) guard.requestClose();
    else if (!rotate.isPending) onClose();
  }

  return (
    <Dialog
      open
      dismissible={false}
      width={issued ? 'lg' : 'md'}
      onOpenChange={(open) => !open && leave()}
      title={issued ? 'Your new API key' : `Rotate “${apiKey.name}”`}
      description={
        issued
          ? 'Copy the key now: it is shown only this once. Then use it in place of the old one.'
          : 'Gives you a new key with the same name, access and expiry.'
      }
      initialFocus={() =>
        document.getElementById(choiceId)?.querySelector<HTMLInputElement>('input:checked')
      }
      finalFocus={() => !issued}
      footer={
        issued ? (
          <Button onClick={leave}>Done</Button>
        ) : (
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button
              variant="primary"
              pending={rotate.isPending}
              onClick={() => rotate.mutate({ id: apiKey.id, overlap })}
            >
              Rotate key
            </Button>
          </>
        )
      }
    >
      {issued ? (
        <SecretReveal apiKey={issued.key} secret={issued.secret} guard={guard} />
      ) : (
        <div id={choiceId} className="grid gap-4">
          <FormError>{rotate.error && readFailure(rotate.error).message}</FormError>
          <RadioGroup
            legend={`The old key ${apiKey.hint} stops`}
            name="overlap"
            value={overlap}
            onValueChange={setOverlap}
            options={overlaps}
            hint={`The old key: ${impactText(apiKey)}`}
          />
        </div>
      )}
    </Dialog>
  );
}
