import Link from 'next/link';
import type { ComponentProps } from 'react';
import { cn } from '#app/_ui/cn.ts';
import { RelativeTime } from '#app/_ui/time.tsx';
import { statusLabels } from '#app/[company]/_leads/labels.ts';
import type { FoundLead } from '#server/panel-api/schemas/leads.ts';
import { type Range, rangesInPhone, rangesInText } from './search-match.ts';

interface SearchResultProps extends Omit<ComponentProps<typeof Link>, 'children'> {
  lead: FoundLead;
  /** What the lead was found by. */
  searched: string;
  onOpen: () => void;
}

/** A lead that was found: a link, so that it can also be opened in another tab. */
export function SearchResult({ lead, searched, onOpen, onClick, ...link }: SearchResultProps) {
  const campaign = lead.campaignName ?? '';
  const campaignRanges = rangesInText(campaign, searched);

  return (
    <Link
      {...link}
      prefetch={false}
      onClick={(event) => {
        onClick?.(event);
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen();
      }}
      className="grid gap-x-4 gap-y-0.5 border-border border-b px-4 py-2.5 outline-none last:border-b-0 data-[highlighted]:bg-surface-2 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <span dir="auto" className="truncate font-medium">
        <Marked text={lead.name} ranges={rangesInText(lead.name, searched)} />
      </span>
      <span className="truncate text-fg-muted text-sm max-sm:order-3 sm:max-w-56 sm:text-right">
        <bdi>{lead.funnel.name}</bdi> · <bdi>{lead.step.name}</bdi>
      </span>
      <span className="min-w-0 truncate text-fg-muted text-sm max-sm:order-2">
        <Contact lead={lead} searched={searched} />
        {campaignRanges.length > 0 && (
          <>
            {' · '}
            <bdi>
              <Marked text={campaign} ranges={campaignRanges} />
            </bdi>
          </>
        )}
      </span>
      <span className="text-fg-muted text-sm max-sm:order-4 sm:text-right">
        {statusLabels[lead.status]} · <RelativeTime at={lead.createdAt} plain />
      </span>
    </Link>
  );
}

/** The phone or email that was found, else the first there is. */
function Contact({ lead, searched }: { lead: FoundLead; searched: string }) {
  const contacts = [
    ...lead.phones.map((text) => ({ text, ranges: rangesInPhone(text, searched), isPhone: true })),
    ...(lead.email === null
      ? []
      : [{ text: lead.email, ranges: rangesInText(lead.email, searched), isPhone: false }]),
  ];
  const contact = contacts.find(({ ranges }) => ranges.length > 0) ?? contacts[0];
  if (!contact) return <>No phone or email</>;

  return (
    <bdi className={cn(contact.isPhone && 'tabular')}>
      <Marked text={contact.text} ranges={contact.ranges} />
    </bdi>
  );
}

/** The text with these parts marked. */
function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  return (
    <>
      {ranges.map(([start, end], index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, start)}
          <mark className="rounded-sm bg-primary-soft text-primary-text">
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}
