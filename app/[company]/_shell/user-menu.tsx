'use client';

import { LogOut, UserRound } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useSession } from '../../_trpc/session.tsx';
import { Menu } from '../../_ui/menu.tsx';
import { leave } from '../../_ui/sign-out.ts';
import { initials } from './initials.ts';

const roleNames = { admin: 'Admin', agent: 'Agent', viewer: 'Viewer' } as const;

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As the system' },
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
      {({ MenuGroup, MenuItem, MenuRadioGroup, MenuSeparator }) => (
        <>
          <MenuGroup
            label={
              <>
                <span className="block truncate font-semibold text-base text-fg">{user.name}</span>
                <span className="block truncate font-normal text-fg-muted text-sm">
                  {user.email}
                </span>
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
            <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void leave()}>
              Sign out
            </MenuItem>
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
