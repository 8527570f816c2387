'use client';

import { Mail, Phone, TriangleAlert, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { cn } from '#app/_ui/cn.ts';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Section } from '#app/_ui/section.tsx';
import { callUrl, type Recipient } from '#app/features/leads/contact-links.ts';
import { mailtoUrl } from '#app/features/leads/labels.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { CallAnchor, MessageAnchor } from './contact-buttons.tsx';
import { type Mend, phoneText } from './mends.ts';

interface ContactSectionProps {
  contact: Omit<LeadDetail['contact'], 'id'>;
  /** Of the lead. */
  name: string;
  phoneMarks?: LeadDetail['phoneMarks'];
  /** What is marked. */
  mends?: readonly Mend[];
  /** The field of a mend. Absent for those who only read. */
  fieldOf?: ((mend: Mend) => ReactNode) | undefined;
  /** Gets the phone that is called, as it is shown. */
  onCall?: ((shown: string) => void) | undefined;
  /** Gets the email address that is pressed. */
  onWrite?: ((recipient: Recipient, shown: string) => void) | undefined;
  /** The button that begins a message. Absent for those who only read: a plain link. */
  messageButton?: ((recipient: Recipient, shown: string) => ReactNode) | undefined;
  action?: ReactNode;
  /** Below phones and email. */
  children?: ReactNode;
}

export function ContactSection(props: ContactSectionProps) {
  const {
    contact,
    name,
    phoneMarks,
    mends = [],
    fieldOf,
    onCall,
    onWrite,
    action,
    children,
  } = props;
  const { email } = contact;
  const mendOfPhone = (digits: string) => mends.find(({ key }) => key === `phones.${digits}`);
  const inPlace = new Set(contact.phones.map(({ digits }) => mendOfPhone(digits)));
  const isOfWhole = ({ field, isStale }: Mend) =>
    !isStale && (field === 'reach' || field === 'name');
  const messageButton = (recipient: Recipient, shown: string) =>
    props.messageButton?.(recipient, shown) ?? (
      <MessageAnchor recipient={recipient} shown={shown} />
    );
  const others = mends.filter((mend) => !isOfWhole(mend) && !inPlace.has(mend));

  return (
    <Section title="Contact" action={action}>
      {contact.name !== name && (
        <p className="mb-2 font-medium [overflow-wrap:anywhere]">
          <bdi>{contact.name}</bdi>
        </p>
      )}
      {mends.filter(isOfWhole).map((mend) => (
        <Missing key={mend.key} mend={mend} field={fieldOf?.(mend)} />
      ))}
      <ul className="grid gap-1">
        {contact.phones.map(({ digits, international, possible }) => {
          const text = phoneText(digits, phoneMarks);
          /* A number without its country is dialled from there; WhatsApp needs the country. */
          const isDialled = possible || phoneMarks?.[digits] === 'countryUnknown';
          return (
            <ContactLink
              key={digits}
              icon={<Phone aria-hidden />}
              href={isDialled ? callUrl(text) : undefined}
              onClick={() => onCall?.(international)}
              text={international}
              copy={text}
              mend={mendOfPhone(digits)}
              fieldOf={fieldOf}
            >
              {isDialled && <CallAnchor phone={text} shown={international} onCall={onCall} />}
              {possible && messageButton({ channel: 'whatsapp', to: digits }, international)}
            </ContactLink>
          );
        })}
        {email !== null && (
          <ContactLink
            icon={<Mail aria-hidden />}
            href={mailtoUrl(email)}
            onClick={() => onWrite?.({ channel: 'email', to: email }, email)}
            text={email}
            copy={email}
          >
            {messageButton({ channel: 'email', to: email }, email)}
          </ContactLink>
        )}
        {others.map((mend) => (
          <UnreadValue key={mend.key} mend={mend} field={fieldOf?.(mend)} />
        ))}
      </ul>
      {children}
    </Section>
  );
}

interface MarkedProps {
  mend: Mend;
  field: ReactNode;
}

/** What a lead needs and does not have. */
function Missing({ mend, field }: MarkedProps) {
  const isName = mend.field === 'name';
  const Icon = isName ? UserRoundX : TriangleAlert;

  return (
    <div
      className={
        isName ? 'mb-3 grid gap-1.5' : 'mb-3 grid gap-2 rounded-sm bg-warning-soft px-3 py-2.5'
      }
    >
      <p
        className={`flex items-center gap-2 ${isName ? 'text-fg-muted' : 'font-medium text-warning'}`}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {isName ? mend.mark : `${mend.mark}: this lead cannot be reached`}
      </p>
      {mend.sent !== null && (
        <p className="text-sm [overflow-wrap:anywhere]">
          Sent as <bdi>{mend.sent}</bdi>
        </p>
      )}
      {field}
    </div>
  );
}

function Mark({ mend }: { mend: Mend }) {
  return (
    <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
      {mend.mark}
    </Badge>
  );
}

/** A value as it was sent, which is none of its field. */
function UnreadValue({ mend, field }: MarkedProps) {
  const Icon = mend.label === 'Phone' ? Phone : mend.label === 'Email' ? Mail : undefined;

  return (
    <li className="grid gap-1.5 pb-1.5">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="inline-flex min-h-7 min-w-0 items-center gap-2 [overflow-wrap:anywhere]">
          {Icon ? (
            <Icon aria-hidden className="size-4 shrink-0 text-fg-muted" />
          ) : (
            <span className="shrink-0 text-fg-muted text-sm">{mend.label}</span>
          )}
          <bdi>{mend.sent}</bdi>
        </span>
        <Mark mend={mend} />
      </p>
      {field}
    </li>
  );
}

interface ContactLinkProps {
  icon: ReactNode;
  /** Absent for what cannot be reached: its mark says why. */
  href: string | undefined;
  onClick?: () => void;
  text: string;
  copy: string;
  mend?: Mend | undefined;
  fieldOf?: ContactSectionProps['fieldOf'];
  /** Buttons that reach it. */
  children: ReactNode;
}

const reachClasses =
  'tabular inline-flex min-h-7 min-w-0 items-center gap-2 [overflow-wrap:anywhere] coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-fg-muted';

function ContactLink(props: ContactLinkProps) {
  const { icon, href, onClick, text, copy, mend, fieldOf, children } = props;
  const field = mend && fieldOf?.(mend);

  return (
    <li className="grid gap-1.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {href === undefined ? (
          <span className={reachClasses}>
            {icon}
            <bdi>{text}</bdi>
          </span>
        ) : (
          <a
            href={href}
            onClick={onClick}
            className={cn(reachClasses, 'text-primary-text underline-offset-2 hover:underline')}
          >
            {icon}
            <bdi>{text}</bdi>
          </a>
        )}
        <CopyButton value={copy} label={`Copy ${copy}`} iconOnly size="sm" variant="ghost" />
        {children && <span className="flex flex-wrap gap-2">{children}</span>}
        {mend && <Mark mend={mend} />}
      </div>
      {field && <div className="pb-1.5">{field}</div>}
    </li>
  );
}
