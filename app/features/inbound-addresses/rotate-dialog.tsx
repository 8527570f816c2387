'use client';

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useOrigin } from '#app/_ui/address.ts';
import { Button } from '#app/_ui/button.tsx';
import { RadioGroup } from '#app/_ui/checkbox.tsx';
import { Dialog } from '#app/_ui/dialog.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import { KeyHint } from '#app/features/api-keys/key-cells.tsx';
import { presetLabels } from '#db/values/inbound-addresses.ts';
import type { RotationOverlap } from '#server/panel-api/schemas/api-keys.ts';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { overlapLabels, urlOf } from './address-labels.ts';
import { UrlField } from './url-field.tsx';

interface RotateDialogProps {
  address: AddressView;
  onClose: () => void;
  /** Called after the new address was shown. */
  onDone: () => void;
}

const overlaps = (['24h', '1h', '7d', 'now'] as const).map((value) => ({
  value,
  label: value === '24h' ? `${overlapLabels[value]} (recommended)` : overlapLabels[value],
}));

export function RotateDialog({ address, onClose, onDone }: RotateDialogProps) {
  const trpc = useTRPC();
  const origin = useOrigin();
  const choiceId = useId();
  const [overlap, setOverlap] = useState<RotationOverlap>('24h');
  const rotate = useMutation(trpc.inboundAddresses.rotate.mutationOptions({ gcTime: 0 }));
  const rotated = rotate.data;
  function close() {
    if (rotated) onDone();
    else if (!rotate.isPending) onClose();
  }

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={(open) => !open && close()}
      title={
        <>
          Rotate “<bdi>{address.name}</bdi>”
        </>
      }
      description={
        rotated
          ? `Replace the former address in ${presetLabels[address.preset]} with this one.`
          : 'Makes a new address for the same key and step.'
      }
      initialFocus={() =>
        document.getElementById(choiceId)?.querySelector<HTMLInputElement>('input:checked')
      }
      footer={
        rotated ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="primary"
              pending={rotate.isPending}
              onClick={() => rotate.mutate({ id: address.id, overlap })}
            >
              Rotate address
            </Button>
          </>
        )
      }
    >
      {rotated ? (
        <div className="grid gap-3">
          <UrlField url={urlOf(origin, rotated.address)} />
          <p className="text-fg-muted">
            {rotated.item.formerUntil ? (
              <>
                The former address works until <LocalTime at={rotated.item.formerUntil} />.
              </>
            ) : (
              'The former address does not work any more.'
            )}
          </p>
        </div>
      ) : (
        <div id={choiceId} className="grid gap-4">
          <FormError>{rotate.error && readFailure(rotate.error).message}</FormError>
          <RadioGroup
            legend={
              <>
                The old address <KeyHint hint={address.hint} /> stops working
              </>
            }
            name="overlap"
            value={overlap}
            onValueChange={setOverlap}
            options={overlaps}
            hint={address.formerUntil && 'The address before it stops working at once.'}
          />
        </div>
      )}
    </Dialog>
  );
}
