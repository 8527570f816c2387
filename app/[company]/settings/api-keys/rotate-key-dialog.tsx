'use client';

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ApiKeyView, RotationOverlap } from '#server/api/schemas/api-keys.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { readFailure } from '../../../_trpc/failure.ts';
import { Button } from '../../../_ui/button.tsx';
import { RadioGroup } from '../../../_ui/choice.tsx';
import { FormError } from '../../../_ui/field.tsx';
import { IssuingDialog } from './issuing-dialog.tsx';
import { impactText, overlapLabels } from './key-words.ts';

interface RotateKeyDialogProps {
  apiKey: ApiKeyView;
  /** @param successorId of the new key, if one was made */
  onClose: (successorId?: string) => void;
}

const overlaps = (['24h', '1h', '7d', 'now'] as const).map((value) => ({
  value,
  label: value === '24h' ? `${overlapLabels[value]} (recommended)` : overlapLabels[value],
}));

export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const trpc = useTRPC();
  const choiceId = useId();
  const [overlap, setOverlap] = useState<RotationOverlap>('24h');
  const rotate = useMutation(trpc.apiKeys.rotate.mutationOptions({ gcTime: 0 }));

  return (
    <IssuingDialog
      issuing={rotate}
      onClose={onClose}
      title={`Rotate “${apiKey.name}”`}
      description="Gives you a new key with the same name, access and expiry."
      next="Copy the key now: it is shown only this once. Then use it in place of the old one."
      initialFocus={() =>
        document.getElementById(choiceId)?.querySelector<HTMLInputElement>('input:checked')
      }
      action={
        <Button
          variant="primary"
          pending={rotate.isPending}
          onClick={() => rotate.mutate({ id: apiKey.id, overlap })}
        >
          Rotate key
        </Button>
      }
    >
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
    </IssuingDialog>
  );
}
