'use client';

import { type RefObject, useRef } from 'react';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Field } from '#app/_ui/field.tsx';
import { Input } from '#app/_ui/input.tsx';

interface SecretFieldProps {
  secret: string;
  copyRef: RefObject<HTMLButtonElement | null>;
  onCopied: () => void;
}

/** A new secret, and the button that copies it. */
export function SecretField({ secret, copyRef, onCopied }: SecretFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);

  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
      <Field label="Key" className="min-w-0 grow">
        <Input
          ref={inputRef}
          readOnly
          value={secret}
          data-testid="api-key-secret"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
      </Field>
      <CopyButton
        value={secret}
        label="Copy key"
        variant="primary"
        buttonRef={copyRef}
        source={inputRef}
        onCopied={onCopied}
      />
    </div>
  );
}
