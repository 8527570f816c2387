import { Bot, KeyRound, Mail, Phone, TriangleAlert, User } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import {
  describeEvent,
  mailtoUrl,
  originLabels,
  toSentence,
} from '#app/[company]/_leads/labels.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { Fact, Facts, Part } from './part.tsx';

interface ContactPartProps {
  contact: Omit<LeadDetail['contact'], 'id'>;
  /** Of the lead. */
  name: string;
}

export function ContactPart({ contact, name }: ContactPartProps) {
  const email = contact.email;

  return (
    <Part title="Contact">
      {contact.name !== name && (
        <p className="mb-2 font-medium [overflow-wrap:anywhere]">
          <bdi>{contact.name}</bdi>
        </p>
      )}
      {contact.phones.length === 0 && email === null && (
        <p className="text-fg-muted">This lead has no phone number or email address.</p>
      )}
      <ul className="grid gap-1">
        {contact.phones.map((phone) => (
          <ContactLink
            key={phone.digits}
            icon={<Phone aria-hidden />}
            href={`tel:+${phone.digits}`}
            text={phone.international}
            copy={`+${phone.digits}`}
          >
            {!phone.possible && (
              <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
                Check this number
              </Badge>
            )}
          </ContactLink>
        ))}
        {email !== null && (
          <ContactLink
            icon={<Mail aria-hidden />}
            href={mailtoUrl(email)}
            text={email}
            copy={email}
          />
        )}
      </ul>
    </Part>
  );
}

interface ContactLinkProps {
  icon: ReactNode;
  href: string;
  text: string;
  copy: string;
  children?: ReactNode;
}

function ContactLink({ icon, href, text, copy, children }: ContactLinkProps) {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <a
        href={href}
        className="tabular inline-flex min-h-7 min-w-0 items-center gap-2 text-primary-text underline-offset-2 [overflow-wrap:anywhere] hover:underline coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-fg-muted"
      >
        {icon}
        <bdi>{text}</bdi>
      </a>
      <CopyButton value={copy} label={`Copy ${copy}`} iconOnly size="sm" variant="ghost" />
      {children}
    </li>
  );
}

const sentFields = {
  campaignName: 'Campaign',
  adsetName: 'Ad set',
  adName: 'Ad',
  pageName: 'Page',
  pageId: 'Page ID',
  formId: 'Form ID',
  externalLeadId: 'External lead ID',
  utmSource: 'UTM source',
  utmMedium: 'UTM medium',
  utmCampaign: 'UTM campaign',
  utmTerm: 'UTM term',
  utmContent: 'UTM content',
  gclid: 'Google click ID',
  fbclid: 'Meta click ID',
} satisfies Record<keyof LeadDetail['attribution'], string>;

/** The derived source with its rule, and the submitted values. */
export function Attribution({ lead }: { lead: LeadDetail }) {
  const sent = Object.entries(lead.attribution).flatMap(([field, value]) =>
    value === null ? [] : [{ field, value, term: termOf(field) }],
  );

  return (
    <Part title="Attribution">
      <dl className="grid grid-cols-3 gap-3">
        <Derived term="Source" value={lead.source} />
        <Derived term="Medium" value={lead.medium} />
        <Derived term="Channel" value={lead.channel} />
      </dl>
      <p className="mt-2 text-fg-muted text-sm">{lead.attributionRule}</p>
      {sent.length > 0 && (
        <>
          <h3 className="mt-4 mb-2 font-medium text-sm">Submitted values</h3>
          <Facts>
            {sent.map(({ field, value, term }) => (
              <Fact key={field} term={term}>
                <bdi>{value}</bdi>
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </Part>
  );
}

function termOf(field: string): string {
  return new Map(Object.entries(sentFields)).get(field) ?? field;
}

function Derived({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{toSentence(value)}</dd>
    </div>
  );
}

export function CustomFields({ fields }: { fields: LeadDetail['customFields'] }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;

  return (
    <Part title="Custom fields">
      <Facts>
        {entries.map(([name, value]) => (
          <Fact key={name} term={<bdi className="[overflow-wrap:anywhere]">{name}</bdi>}>
            <bdi>{formatValue(value)}</bdi>
          </Fact>
        ))}
      </Facts>
    </Part>
  );
}

function formatValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';

  return String(value);
}

/** Leads with the same external ID but other content. */
export function Duplicates({ lead }: { lead: LeadDetail }) {
  const { company } = useSession();
  if (lead.duplicates.length === 0) return null;

  return (
    <Part title="Possible duplicates">
      <p className="mb-2 text-fg-muted text-sm">Other leads with this external lead ID:</p>
      <ul className="grid gap-1.5">
        {lead.duplicates.map(({ id, name, createdAt }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
            <Link
              href={`/${company.slug}/leads/${id}`}
              className="text-primary-text underline underline-offset-2"
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="text-fg-muted text-sm">
              <RelativeTime at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Details for support and developers. */
export function RequestDetails({ lead }: { lead: LeadDetail }) {
  return (
    <Part title="Request details">
      <dl className="grid gap-2.5">
        <Line term="Origin">{originLabels[lead.origin]}</Line>
        {lead.apiKey && (
          <Line term="API key">
            <bdi>{lead.apiKey.name}</bdi>
          </Line>
        )}
        <Line term="Received">
          <LocalTime at={lead.createdAt} />
        </Line>
        {lead.segment !== '' && (
          <Line term="Segment">
            <bdi>{lead.segment}</bdi>
          </Line>
        )}
        <IdLine term="Lead ID" id={lead.id} />
        {lead.requestId !== null && <IdLine term="Request ID" id={lead.requestId} />}
      </dl>
    </Part>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function IdLine({ term, id }: { term: string; id: string }) {
  return (
    <Line term={term}>
      <span className="flex items-center gap-1">
        <code className="min-w-0 break-all font-mono text-xs">{id}</code>
        <CopyButton
          value={id}
          label={`Copy ${term.toLowerCase().replace(' id', ' ID')}`}
          iconOnly
          size="sm"
          variant="ghost"
        />
      </span>
    </Line>
  );
}

type LeadEvent = LeadDetail['events'][number];

const actorIcons = { user: User, apiKey: KeyRound, system: Bot } satisfies Record<
  LeadEvent['actorKind'],
  unknown
>;

/** The events of the lead, newest first. */
export function Timeline({ events }: { events: readonly LeadEvent[] }) {
  const newestFirst = events.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));

  return (
    <Part title="Timeline">
      <ol className="grid gap-0">
        {newestFirst.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </Part>
  );
}

function Entry({ event }: { event: LeadEvent }) {
  const Icon = actorIcons[event.actorKind];

  return (
    <li className="group relative flex gap-3 pb-4 last:pb-1">
      <span
        aria-hidden
        className="absolute top-7 bottom-0 left-3.5 w-px bg-border group-last:hidden"
      />
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-surface-2 text-fg-muted"
      >
        <Icon className="size-3.5" />
      </span>
      <div className="min-w-0 pt-1">
        <p className="[overflow-wrap:anywhere]">{describeEvent(event)}</p>
        <p className="text-fg-muted text-sm">
          {event.actorKind === 'apiKey' && 'API key '}
          <bdi>{event.actorName}</bdi> · <RelativeTime at={event.createdAt} />
        </p>
      </div>
    </li>
  );
}
