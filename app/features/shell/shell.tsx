import type { ReactNode } from 'react';
import { OfflineBanner } from '#app/_ui/offline.tsx';
import { SkipLink } from '#app/_ui/skip-link.tsx';
import { Bell } from './bell.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { NavList } from './nav-list.tsx';
import { NavigationFocus } from './navigation-focus.tsx';
import { Search } from './search.tsx';
import { CompanySwitcher, NavSheet, UserMenu } from './shell-menus.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ZoneQuestion } from './zone-question.tsx';

interface ShellProps {
  company: string;
  children: ReactNode;
}

/** The sidebar is 240 px wide, a 56 px rail from 1024 to 1279 px, and a sheet below that. */
export function Shell({ company, children }: ShellProps) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[56px_minmax(0,1fr)] xl:grid-cols-[240px_minmax(0,1fr)]">
      <SkipLink />
      <div className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-border border-r bg-surface lg:flex">
        <div className="flex h-13 shrink-0 items-center border-border border-b px-2">
          <CompanySwitcher rail />
        </div>
        <NavList company={company} rail />
      </div>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-13 shrink-0 items-center gap-1 border-border border-b bg-surface px-2 sm:px-3 lg:px-4">
          <NavSheet company={company} />
          <Breadcrumbs company={company} />
          <Search company={company} />
          <Bell />
          <UserMenu />
          <Shortcuts company={company} />
        </header>
        <NavigationFocus />
        <OfflineBanner />
        <main
          id="main"
          tabIndex={-1}
          aria-labelledby="page-title"
          className="min-w-0 grow px-4 py-4 outline-none sm:px-6 sm:py-6 lg:pr-[calc(24px+var(--side-panel,0px))]"
        >
          {children}
        </main>
        <ZoneQuestion />
      </div>
    </div>
  );
}
