'use client';

import type { ReactNode } from 'react';
import type { IssuedApiKey } from '#server/api/schemas/api-keys.ts';
import { Button } from '../../../_ui/button.tsx';
import { Dialog } from '../../../_ui/dialog.tsx';
import { useSecretGuard } from '../../../_ui/use-secret-guard.ts';
import { SecretReveal } from './secret-reveal.tsx';

interface IssuingDialogProps {
  /** The call that issues the key, with `gcTime: 0`: its answer is the only place of the secret. */
  issuing: { data: IssuedApiKey | undefined; isPending: boolean; reset: () => void };
  title: string;
  description: string;
  /** What to do with the key, once it is there. */
  next: string;
  initialFocus: () => HTMLElement | null | undefined;
  /** The button that issues the key. */
  action: ReactNode;
  /** What is asked before. */
  children: ReactNode;
  /** @param issuedId of the new key, if one was made */
  onClose: (issuedId?: string) => void;
}

/**
 * A form, and in its place the new secret, which cannot be left by a slip. Mounted only while it is
 * open, so that nothing of the secret outlives it.
 */
export function IssuingDialog({ issuing, onClose, ...props }: IssuingDialogProps) {
  const issued = issuing.data;
  const guard = useSecretGuard(() => {
    issuing.reset();
    onClose(issued?.key.id);
  });
  function leave() {
    if (issued) guard.requestClose();
    else if (!issuing.isPending) onClose();
  }

  return (
    <Dialog
      open
      dismissible={false}
      width={issued ? 'lg' : 'md'}
      onOpenChange={(open) => !open && leave()}
      title={issued ? 'Your new API key' : props.title}
      description={issued ? props.next : props.description}
      initialFocus={props.initialFocus}
      finalFocus={() => !issued}
      footer={
        issued ? (
          <Button onClick={leave}>Done</Button>
        ) : (
          <>
            <Button onClick={leave}>Cancel</Button>
            {props.action}
          </>
        )
      }
    >
      {issued ? (
        <SecretReveal apiKey={issued.key} secret={issued.secret} guard={guard} />
      ) : (
        props.children
      )}
    </Dialog>
  );
}
