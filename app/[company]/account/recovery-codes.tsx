'use client';

import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../_trpc/session.tsx';
import { Button } from '../../_ui/button.tsx';
import { CopyButton } from '../../_ui/copy-button.tsx';
import { AlertDialog } from '../../_ui/dialog.tsx';
import type { SecretGuard } from '../../_ui/use-secret-guard.ts';

interface RecoveryCodesProps {
  codes: string[];
  /** Holds up the dialog around it while the codes were not taken. */
  guard: SecretGuard;
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows recovery codes the only time there is. */
export function RecoveryCodes({ codes, guard }: RecoveryCodesProps) {
  const { application, user } = useSession();
  const copyRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const lines = codes.join('\n');

  /* The form that stood here before had the focus; it is gone. */
  useEffect(() => copyRef.current?.focus(), []);

  function download() {
    const heading = `Recovery codes of ${user.email} for ${application.name}. Each works once.`;
    save('recovery-codes.txt', `${heading}\n\n${lines}\n`);
    guard.take();
  }

  return (
    <div className="grid gap-4">
      <ol
        ref={listRef}
        aria-label="Recovery codes"
        data-testid="recovery-codes"
        onCopy={guard.take}
        className="grid grid-cols-2 gap-x-6 gap-y-1 justify-self-center rounded-sm border border-border bg-bg px-6 py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-center gap-2">
        <CopyButton
          value={lines}
          label="Copy codes"
          variant="primary"
          buttonRef={copyRef}
          source={listRef}
          onCopied={guard.take}
        />
        <Button onClick={download}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
      <AlertDialog
        open={guard.asking}
        onOpenChange={guard.setAsking}
        title="Close without saving?"
        description="The codes cannot be shown again. Without them, losing your phone locks you out."
        cancelLabel="Back to the codes"
        confirmLabel="Close without saving"
        onConfirm={guard.close}
        finalFocus={copyRef}
      />
    </div>
  );
}
