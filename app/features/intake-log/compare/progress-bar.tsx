import { digits } from '#app/_ui/format.ts';

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
