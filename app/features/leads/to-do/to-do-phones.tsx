import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { callUrl } from '#app/features/leads/contact-links.ts';
import { phoneText } from '#app/features/leads/lead/mends.ts';
import { NoContact } from '#app/features/leads/marks.tsx';
import type { ToDoItem } from '#server/panel-api/schemas/to-do.ts';

interface ReachProps {
  item: ToDoItem;
  /** Gets the phone that was dialled, as it is shown. */
  onCall: (phone: string) => void;
}

/** The numbering plan has no such number. */
const isImpossible = ({ phoneMarks }: ToDoItem, digits: string) =>
  phoneMarks?.[digits] === 'impossible';

/** The first phone, which a press dials while the form for the call opens, or the email address. */
export function Reach({ item, onCall }: ReachProps): ReactNode {
  const [digits] = item.phones;
  const { phone } = item;
  if (phone !== null && digits !== undefined) {
    if (isImpossible(item, digits)) return <bdi className="tabular">{phone}</bdi>;
    return (
      <a
        href={callUrl(phoneText(digits, item.phoneMarks ?? undefined))}
        onClick={() => onCall(phone)}
        className="tabular relative z-1 inline-flex min-h-6 items-center whitespace-nowrap text-primary-text underline-offset-2 hover:underline"
      >
        {phone}
      </a>
    );
  }
  return item.email === null ? (
    <NoContact />
  ) : (
    <bdi className="[overflow-wrap:anywhere]">{item.email}</bdi>
  );
}

/** All phones of the lead, above the form for a call. */
export function Dial({ item, onCall }: ReachProps) {
  const phones = item.phones.filter((digits) => !isImpossible(item, digits));
  if (phones.length === 0) return null;

  return (
    <p className="mb-3 flex flex-wrap gap-2">
      {phones.map((digits) => {
        const text = phoneText(digits, item.phoneMarks ?? undefined);
        const shown = digits === item.phones[0] && item.phone !== null ? item.phone : text;
        return (
          <a
            key={digits}
            href={callUrl(text)}
            onClick={() => onCall(shown)}
            className="tabular inline-flex h-control items-center gap-2 rounded-sm bg-primary-soft px-3 font-medium text-primary-text hover:underline"
          >
            <Phone aria-hidden className="size-4" />
            {shown}
          </a>
        );
      })}
    </p>
  );
}
