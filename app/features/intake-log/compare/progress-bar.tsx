'use client';

import { Button } from '#app/_ui/button.tsx';
import { digits } from '#app/_ui/format.ts';
import type { Progress } from './use-comparison.ts';

interface ProgressBarProps {
  label: string;
  done: number;
  /** 1: `done` is a share. */
  of: number;
}

export function ProgressBar({ label, done, of }: ProgressBarProps) {
  return (
    <div className="grid min-w-0 grow gap-1.5">
      <progress
        aria-label={label}
        value={done}
        max={of}
        className="h-2 w-full overflow-hidden rounded-full bg-surface-2 accent-primary [&::-webkit-progress-bar]:bg-surface-2 [&::-webkit-progress-value]:bg-primary"
      />
      <p className="tabular text-fg-muted text-sm">
        {label}
        {of > 1 && `: ${digits(done)} of ${digits(of)}`}
      </p>
    </div>
  );
}

interface WorkProps {
  progress: Progress;
  onCancel: () => void;
}

/** What is under way, and the way out of it. */
export function Work({ progress: { kind, done, of }, onCancel }: WorkProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ProgressBar
        label={kind === 'add' ? 'Adding the missing' : 'Comparing'}
        done={done}
        of={of}
      />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
