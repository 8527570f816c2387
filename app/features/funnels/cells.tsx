'use client';

import { useRef } from 'react';
import { cn } from '#app/_ui/cn.ts';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { digits } from '#app/_ui/format.ts';

interface StepIdProps {
  step: { id: string; name: string };
  /** On a phone, shows only the start of the ID. The button copies all of it. */
  short?: boolean;
}

/** The ID of a step with a copy button, both always visible. */
export function StepId({ step, short = false }: StepIdProps) {
  const source = useRef<HTMLElement>(null);

  return (
    <span className="flex min-w-0 items-center gap-1">
      <code
        ref={source}
        className={cn(
          'min-w-0 break-all font-mono text-fg-muted text-xs',
          short && 'max-sm:w-20 max-sm:truncate',
        )}
      >
        {step.id}
      </code>
      <CopyButton
        value={step.id}
        label={`Copy step ID of ${step.name}`}
        copiedLabel="Step ID copied"
        iconOnly
        size="sm"
        variant="ghost"
        testId={`copy-step-id-${step.id}`}
        source={source}
      />
    </span>
  );
}

/** Today's leads, highlighted unless 0. */
export function Today({ leads }: { leads: number }) {
  if (leads === 0) return <span className="figure text-fg-subtle">0</span>;

  return <span className="figure text-success">+{digits(leads)}</span>;
}
