import { Mail, Phone, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Part } from '#app/_ui/part.tsx';
import { mailtoUrl } from '#app/features/leads/labels.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

interface ContactPartProps {
  contact: Omit<LeadDetail['contact'], 'id'>;
  /** Of the lead. */
  name: string;
  action?: ReactNode;
  /** Below phones and email. */
  children?: ReactNode;
}

export function ContactPart({ contact, name, action, children }: ContactPartProps) {
  const email = contact.email;

  return (
    <Part title="Contact" action={action}>
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
      {children}
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
