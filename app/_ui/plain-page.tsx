import type { ReactNode } from 'react';
import { HydrationMark } from './hydration-mark.tsx';

interface PlainPageProps {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** Set inside the shell, which already has a `main`. */
  within?: boolean;
}

/** A page with one message and its actions. */
export function PlainPage({ title, children, actions, within = false }: PlainPageProps) {
  const Wrapper = within ? 'div' : 'main';

  return (
    <Wrapper
      className={`mx-auto grid max-w-md content-center justify-items-start px-4 ${within ? 'py-16' : 'min-h-dvh py-10'}`}
    >
      <h1 className="font-semibold text-xl">{title}</h1>
      <p className="mt-1 text-fg-muted">{children}</p>
      {actions && <div className="mt-5 flex flex-wrap gap-2">{actions}</div>}
      <HydrationMark />
    </Wrapper>
  );
}
