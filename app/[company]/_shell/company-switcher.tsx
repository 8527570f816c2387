'use client';

import { ChevronsUpDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useSession } from '../../_trpc/session.tsx';
import { cn } from '../../_ui/cn.ts';
import { Menu } from '../../_ui/menu.tsx';
import { initials } from './initials.ts';

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

/** Where one is. With more than one company it is a menu that leads to the others. */
export function CompanySwitcher({ rail = false }: { rail?: boolean }) {
  const { application, company, companies } = useSession();
  const router = useRouter();
  const hideOnRail = rail && 'lg:max-xl:sr-only';
  const text = (
    <span className={cn('min-w-0 grow text-left', hideOnRail)}>
      <span className="block truncate font-semibold">{company.name}</span>
      <span className="block truncate text-fg-subtle text-xs">{application.name}</span>
    </span>
  );
  const look = cn(
    'flex h-11 w-full items-center gap-2.5 rounded-sm px-2',
    rail && 'lg:max-xl:justify-center lg:max-xl:px-0',
  );

  if (companies.length < 2) {
    return (
      <section aria-label="Company" className={look}>
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
        <button type="button" className={cn(look, 'hover:bg-surface-2')}>
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
      {({ MenuRadioGroup }) => (
        <MenuRadioGroup
          label="Companies"
          value={company.slug}
          onValueChange={(slug) => router.push(`/${slug}/funnels`)}
          options={companies.map(({ slug, name }) => ({
            value: slug,
            label: name,
            icon: <CompanyMark name={name} />,
          }))}
        />
      )}
    </Menu>
  );
}
