'use client';

import { Check, Copy, Ellipsis, List, Plug } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { IconButton } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { copyText } from '#app/_ui/copy-button.tsx';
import { digits } from '#app/_ui/format.ts';
import { Menu, MenuItem } from '#app/_ui/menu.tsx';
import { OutcomeMark } from '#app/features/funnels/outcome-mark.tsx';
import type { BoardStep } from '#server/panel-api/schemas/board.ts';

/** By position, and again from the first one after the last. */
const colours = ['bg-step-1', 'bg-step-2', 'bg-step-3', 'bg-step-4', 'bg-step-5', 'bg-step-6'];

interface ColumnHeadProps {
  step: BoardStep;
  position: number;
  funnelId: string;
  takesLeads: boolean;
}

export function ColumnHead({ step, position, funnelId, takesLeads }: ColumnHeadProps) {
  const amount = `${digits(step.leads)}${step.isAtLeast ? '+' : ''}`;

  return (
    <header className="flex shrink-0 items-center gap-2 py-2 pr-1.5 pl-3">
      {step.outcome ? (
        <OutcomeMark outcome={step.outcome} />
      ) : (
        <span
          aria-hidden
          className={cn('size-2.5 shrink-0 rounded-full', colours[position % colours.length])}
        />
      )}
      <h2
        id={`column-${step.id}`}
        title={step.name.length > 20 ? step.name : undefined}
        className="min-w-0 truncate font-semibold text-base"
      >
        <bdi>{step.name}</bdi>
      </h2>
      <span data-testid={`column-count-${step.id}`} className="figure text-fg-muted">
        {amount}
        <span className="sr-only"> leads</span>
      </span>
      <span className="grow" />
      {step.leadsToday > 0 && (
        <span className="shrink-0 text-sm text-success">
          <span className="figure">+{digits(step.leadsToday)}</span> today
        </span>
      )}
      <StepMenu step={step} funnelId={funnelId} takesLeads={takesLeads} />
    </header>
  );
}

function StepMenu({ step, funnelId, takesLeads }: Omit<ColumnHeadProps, 'position'>) {
  const { company } = useSession();
  const announce = useAnnounce();
  const [copied, setCopied] = useState<boolean>();

  async function copy() {
    const done = await copyText(step.id, document.activeElement ?? document.body);
    setCopied(done);
    announce(done ? 'Step ID copied' : 'Not copied. The Steps tab shows the ID.');
  }

  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${step.name}`} size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        staysOpen
        onSelect={copy}
      >
        {copied && 'Step ID copied'}
        {copied === false && 'Not copied. The Steps tab shows the ID'}
        {copied === undefined && 'Copy step ID'}
      </MenuItem>
      <MenuItem
        icon={<List aria-hidden />}
        href={`/${company.slug}/funnels/${funnelId}/steps/${step.id}`}
      >
        Open step page
      </MenuItem>
      {takesLeads && (
        <MenuItem icon={<Plug aria-hidden />} href={`/${company.slug}/integrate?step=${step.id}`}>
          Integrate
        </MenuItem>
      )}
    </Menu>
  );
}
