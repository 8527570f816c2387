import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'critical' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'bg-surface-2 text-fg-muted',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  critical: 'bg-danger text-on-primary',
  info: 'bg-info-soft text-info',
};

interface BadgeProps {
  tone?: Tone;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5.5 items-center gap-1 rounded-sm px-1.5 font-medium text-xs whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
