'use client';

import { Dialog } from '@base-ui/react/dialog';
import { ChevronsUpDown, Keyboard, LogOut, Menu as MenuIcon, UserRound, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTheme } from 'next-themes';
import { useRef, useState } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { signOut } from '#app/_trpc/session-end.ts';
import { IconButton } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Menu, MenuGroup, MenuItem, MenuRadioGroup, MenuSeparator } from '#app/_ui/menu.tsx';
import { useOpenPage } from '#app/_ui/offline.tsx';
import { NavList, sectionOf } from './nav-list.tsx';
import { showShortcuts } from './shortcuts.tsx';

function CompanyMark({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-sm bg-primary-soft font-semibold text-primary-text text-xs"
    >
      {initials(name)}
    </span>
  );
}

/** The current company; a menu if the user has several companies. */
export function CompanySwitcher({ rail = false }: { rail?: boolean }) {
  const { application, company, companies } = useSession();
  const openPage = useOpenPage();
  const pathname = usePathname();
  const hideOnRail = rail && 'lg:max-xl:sr-only';
  const text = (
    <span className={cn('min-w-0 grow text-left', hideOnRail)}>
      <span className="block truncate font-semibold">{company.name}</span>
      <span className="block truncate text-fg-subtle text-xs">{application.name}</span>
    </span>
  );
  const classes = cn(
    'flex h-11 w-full items-center gap-2.5 rounded-sm px-2',
    rail && 'lg:max-xl:justify-center lg:max-xl:px-0',
  );

  if (companies.length < 2) {
    return (
      <section aria-label="Company" className={classes}>
        <CompanyMark name={company.name} />
        {text}
      </section>
    );
  }
  return (
    <Menu
      align="start"
      className="min-w-56"
      trigger={
        <button type="button" className={cn(classes, 'hover:bg-surface-2')}>
          <CompanyMark name={company.name} />
          {text}
          <span className="sr-only">Switch company</span>
          <ChevronsUpDown
            aria-hidden
            className={cn('size-4 shrink-0 text-fg-subtle', rail && 'lg:max-xl:hidden')}
          />
        </button>
      }
    >
      <MenuRadioGroup
        label="Companies"
        value={company.slug}
        onValueChange={(slug) => openPage(`/${slug}${sectionOf(company.slug, pathname)}`)}
        options={companies.map(({ slug, name }) => ({
          value: slug,
          label: name,
          icon: <CompanyMark name={name} />,
        }))}
      />
    </Menu>
  );
}

const roleNames = { admin: 'Admin', agent: 'Agent', viewer: 'Viewer' } as const;

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

export function UserMenu() {
  const { user, company } = useSession();
  const { theme = 'system', setTheme } = useTheme();

  return (
    <Menu
      className="min-w-60"
      trigger={
        <button
          type="button"
          aria-label={`${initials(user.name)}, account of ${user.name}`}
          className="grid size-control place-items-center rounded-sm hover:bg-surface-2"
        >
          <span
            aria-hidden
            className="grid size-7 place-items-center rounded-full bg-fg font-semibold text-bg text-xs"
          >
            {initials(user.name)}
          </span>
        </button>
      }
    >
      <MenuGroup
        label={
          <>
            <span className="block truncate font-semibold text-base text-fg">{user.name}</span>
            <span className="block truncate font-normal text-fg-muted text-sm">{user.email}</span>
            <span className="block font-normal text-fg-muted text-sm">
              {roleNames[company.role]} of {company.name}
            </span>
          </>
        }
      >
        <MenuSeparator />
        <MenuRadioGroup label="Theme" value={theme} onValueChange={setTheme} options={themes} />
        <MenuSeparator />
        <MenuItem icon={<UserRound aria-hidden />} href={`/${company.slug}/account`}>
          Your account
        </MenuItem>
        <MenuItem icon={<Keyboard aria-hidden />} onSelect={showShortcuts}>
          Keyboard shortcuts
        </MenuItem>
        <MenuItem icon={<LogOut aria-hidden />} onSelect={() => signOut(user.id)}>
          Sign out
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}

/** `Acme Sales` → `AS`, `admin@acme.test` → `A`. */
function initials(name: string): string {
  const parts = name.split(/\s+/u).filter(Boolean);

  return parts
    .slice(0, 2)
    .map((part) => Array.from(part)[0]?.toUpperCase() ?? '')
    .join('');
}

/** The sidebar below 1024 px. */
export function NavSheet({ company }: { company: string }) {
  const [open, setOpen] = useState(false);

  return (
    <>
      <IconButton
        label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      >
        <MenuIcon aria-hidden />
      </IconButton>
      <Sheet company={company} open={open} onOpenChange={setOpen} />
    </>
  );
}

interface SheetProps {
  company: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function Sheet({ company, open, onOpenChange }: SheetProps) {
  const navigated = useRef(false);

  /** After a navigation, not the button that opened the sheet. */
  function finalFocus() {
    const leaves = navigated.current;
    navigated.current = false;

    return leaves ? document.querySelector('main') : true;
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 lg:hidden" />
        <Dialog.Popup
          finalFocus={finalFocus}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[calc(100vw-48px)] flex-col overflow-y-auto bg-surface shadow-float outline-none transition-transform duration-200 data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full lg:hidden"
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          <div className="flex items-center gap-1 border-border border-b p-2">
            <div className="min-w-0 grow">
              <CompanySwitcher />
            </div>
            <Dialog.Close
              render={
                <IconButton label="Close navigation">
                  <X aria-hidden />
                </IconButton>
              }
            />
          </div>
          <NavList
            company={company}
            onNavigate={() => {
              navigated.current = true;
              onOpenChange(false);
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
