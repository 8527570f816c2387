'use client';

import { Archive } from 'lucide-react';
import { useRef } from 'react';
import { cn } from '#app/_ui/cn.ts';
import { usePassFocus } from '#app/_ui/focus.ts';
import { formatDuration, formatTime } from '#app/_ui/format.ts';
import { useClock, useTimeZone } from '#app/_ui/time.tsx';
import { toSentence } from '#app/features/leads/labels.ts';
import { CallForm } from '#app/features/leads/lead/call-form.tsx';
import { useContactDrafts } from '#app/features/leads/lead/contact-drafts.ts';
import { FollowUpForm } from '#app/features/leads/lead/follow-up.tsx';
import { MessageForm } from '#app/features/leads/lead/message-form.tsx';
import { NoteForm } from '#app/features/leads/lead/notes.tsx';
import { LeadLink, UrgencyBadges } from '#app/features/leads/lead-cells.tsx';
import { FirstContact, FollowUpMark, NoNameMark } from '#app/features/leads/marks.tsx';
import { openLead } from '#app/features/leads/open-lead.ts';
import type { ToDoSection } from '#db/values/leads.ts';
import { dayIn } from '#db/values/time-zone.ts';
import type { ToDoItem } from '#server/panel-api/schemas/to-do.ts';
import { type RowForm, ToDoButtons } from './to-do-buttons.tsx';
import { Dial, Reach } from './to-do-phones.tsx';
import { useRowActions } from './use-row-actions.ts';
import { labelWhen, plainText } from './when.ts';

interface ToDoRowProps {
  item: ToDoItem;
  section: ToDoSection;
  /** Its name, where it is not the user. */
  owner: string | undefined;
  href: string;
  form: RowForm | undefined;
  onForm: (form: RowForm | undefined) => void;
}

export const rowsOnScreen = () => [...document.querySelectorAll<HTMLElement>('[data-to-do]')];

/** The row that takes the place of one that leaves: the next, else the one before. */
function nextRow(own: HTMLElement): HTMLElement | null {
  const rows = rowsOnScreen();
  const place = rows.indexOf(own);
  const heir = rows[place + 1] ?? rows[place - 1];

  return heir?.querySelector('a') ?? document.querySelector('main');
}

export function ToDoRow({ item, section, owner, href, form, onForm }: ToDoRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  usePassFocus(row, nextRow);
  const actions = useRowActions(item);
  const { called } = useContactDrafts(item.id);
  const close = () => onForm(undefined);

  function callWith(phone: string) {
    called(phone);
    onForm('call');
  }

  return (
    <li
      ref={row}
      data-to-do={item.id}
      data-testid={`to-do-${item.id}`}
      className="border-border border-b last:border-b-0"
    >
      {/* Not a region: a list of them would be landmarks. Forms below find their row by it. */}
      <section className="group relative grid gap-x-4 px-4 py-3 hover:bg-surface-2/60 has-[form]:bg-surface-2/40 lg:grid-cols-[7.5rem_minmax(0,1fr)_auto] lg:items-center">
        <When item={item} section={section} />
        <div className="min-w-0 max-lg:mt-0.5">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <LeadLink
              href={href}
              onOpen={() => openLead(item.id)}
              className="line-clamp-2 min-w-0 font-medium text-fg leading-6 [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-primary-text"
              dir="auto"
            >
              <NoNameMark lead={item} />
              {item.name}
            </LeadLink>
            <UrgencyBadges priority={item.priority} temperature={item.temperature} />
          </p>
          <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-fg-muted text-sm">
            <Reach item={item} onCall={callWith} />
            <Separator />
            <span className="min-w-0 truncate">
              <bdi>{item.funnel.name}</bdi>: <bdi>{item.step.name}</bdi>
            </span>
            {item.step.isArchived && (
              <span className="inline-flex items-center gap-1 text-warning">
                <Archive aria-hidden className="size-3.5" />
                step archived
              </span>
            )}
            {section === 'new' && (
              <>
                <Separator />
                <bdi className="min-w-0 truncate">
                  {toSentence(item.source)}
                  {item.campaignName !== null && `, ${item.campaignName}`}
                </bdi>
              </>
            )}
            {owner !== undefined && (
              <>
                <Separator />
                <bdi>{owner}</bdi>
              </>
            )}
            {item.plannedBy !== null && section !== 'new' && (
              <>
                <Separator />
                <span>
                  planned by <bdi>{item.plannedBy}</bdi>
                </span>
              </>
            )}
          </p>
          {item.lastText !== null && (
            <p dir="auto" className="mt-1 line-clamp-2 text-sm [overflow-wrap:anywhere]">
              {plainText(item.lastText)}
            </p>
          )}
        </div>
        <ToDoButtons
          item={item}
          section={section}
          actions={actions}
          form={form}
          onForm={onForm}
          box={box}
        />
        {form && (
          <div className="@container relative z-1 mt-3 max-w-2xl rounded-md border border-border bg-surface p-4 lg:col-start-2 lg:col-end-4">
            {form === 'call' && (
              <>
                <Dial item={item} onCall={called} />
                <CallForm lead={item} hasFocus onClose={close} />
              </>
            )}
            {form === 'message' && <MessageForm lead={item} hasFocus onClose={close} />}
            {form === 'note' && <NoteForm leadId={item.id} box={box} onSaved={close} />}
            {form === 'date' && (
              <FollowUpForm lead={item} onClose={close} onPlanned={actions.planned} />
            )}
          </div>
        )}
      </section>
    </li>
  );
}

const Separator = () => <span aria-hidden>·</span>;

/** When the follow-up is; of a new lead, how long it waits. */
function When({ item, section }: Pick<ToDoRowProps, 'item' | 'section'>) {
  const timeZone = useTimeZone();
  if (section === 'new' || item.followUpAt === null) return <Waits item={item} />;

  const today = dayIn(timeZone, new Date());
  const { day, time } = labelWhen(section, item.followUpAt, timeZone, today);
  const classes = cn('tabular font-medium', section === 'overdue' && 'text-danger');
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 lg:grid lg:justify-items-start">
      <time dateTime={item.followUpAt} className={classes}>
        {day === undefined ? (
          <span className="figure">{time}</span>
        ) : (
          <>
            {day}
            <span className="font-normal text-fg-muted lg:block"> {time}</span>
          </>
        )}
      </time>
      {section === 'overdue' && <FollowUpMark at={item.followUpAt} />}
    </p>
  );
}

function Waits({ item }: Pick<ToDoRowProps, 'item'>) {
  const { createdAt } = item;
  const timeZone = useTimeZone();
  const text = useClock((now) => formatDuration(now - Date.parse(createdAt)));

  return (
    <p className="group/wait flex flex-wrap items-baseline gap-x-2 gap-y-1 lg:grid lg:justify-items-start">
      <span className="group-has-data-wait/wait:hidden">
        <span className="figure">{text}</span>
        <span className="text-fg-muted text-sm"> waiting</span>
      </span>
      <FirstContact {...item} />
      <time dateTime={createdAt} className="tabular text-fg-muted text-sm">
        {formatTime(new Date(createdAt), timeZone)}
      </time>
    </p>
  );
}
