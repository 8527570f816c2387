import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#app/_ui/cn.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';

export function IntegrateHeader() {
  return (
    <PageHeader
      title="Integrate"
      meta="Connect a form, a website or an automation to a step, and see its first lead arrive."
    />
  );
}

/** What is set up, and beside it on wide screens whether it works. */
export function IntegrateLayout({ setUp, check }: { setUp: ReactNode; check: ReactNode }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
      <div className="grid min-w-0 gap-5">{setUp}</div>
      <div className="grid min-w-0 gap-5 xl:sticky xl:top-19">{check}</div>
    </div>
  );
}

interface NumberedSectionProps {
  number: number;
  title: string;
  /** Shows a tick instead of the number. */
  done?: boolean;
  children: ReactNode;
}

export function NumberedSection({ number, title, done = false, children }: NumberedSectionProps) {
  const id = useId();

  return (
    <section aria-labelledby={id} className="rounded-md border border-border bg-surface">
      <div className="flex items-center gap-2.5 px-4 pt-3">
        <span
          aria-hidden
          className={cn(
            'tabular grid size-6 shrink-0 place-items-center rounded-full font-medium text-sm',
            done ? 'bg-success-soft text-success' : 'bg-surface-2 text-fg-muted',
          )}
        >
          {done ? <Check className="size-3.5" /> : number}
        </span>
        <h2 id={id} className="font-semibold text-base">
          <span className="sr-only">{number}. </span>
          {title}
        </h2>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pt-3 pb-4">{children}</div>
    </section>
  );
}
