import {
  Bot,
  CalendarClock,
  ChevronDown,
  KeyRound,
  type LucideIcon,
  Merge,
  MessageCircle,
  NotebookPen,
  Phone,
  Split,
  Undo2,
  User,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Section } from '#app/_ui/section.tsx';
import { Drawing } from '#app/_ui/states.tsx';
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import { describeEvent } from '#app/features/leads/labels.ts';
import type { TimelineType } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { foldUndone, type Undone } from './fold-undone.ts';
import { MergeActions } from './merge-actions.tsx';
import { NoteActions } from './notes.tsx';

type LeadEvent = LeadDetail['events'][number];

const actorIcons = { user: User, apiKey: KeyRound, system: Bot } satisfies Record<
  LeadEvent['actorKind'],
  unknown
>;
const workIcons: Partial<Record<TimelineType, typeof Phone>> = {
  note: NotebookPen,
  call: Phone,
  message: MessageCircle,
  followUp: CalendarClock,
  merged: Merge,
  unmerged: Split,
};

const PlainText = ({ text }: { text: string }) => <p className="whitespace-pre-wrap">{text}</p>;

const NoteText = lazy(() =>
  import('./note-text.tsx').then(
    (module) => ({ default: module.NoteText }),
    () => ({ default: PlainText }),
  ),
);

interface TimelineProps {
  lead: Pick<LeadDetail, 'id' | 'events' | 'merges'>;
  /** Of a deleted or merged lead nothing is changed. */
  isDeleted: boolean;
}

/** The events of the lead, newest first. */
export function Timeline({ lead: { id, events, merges }, isDeleted }: TimelineProps) {
  const newestFirst = events.toReversed().sort((a, b) => b.createdAt.localeCompare(a.createdAt));

  return (
    <Section title="Timeline">
      {events.length === 1 && !isDeleted && <NoWork />}
      <ol className="grid gap-0">
        {foldUndone(newestFirst).map((item) =>
          'main' in item ? (
            <UndoneEntry key={item.main.id} leadId={id} {...item} />
          ) : (
            <Entry
              key={item.id}
              leadId={id}
              event={item}
              canChange={!isDeleted}
              merge={mergeOf(item, merges)}
            />
          ),
        )}
      </ol>
    </Section>
  );
}

const mergeOf = ({ type, createdAt }: LeadEvent, merges: LeadDetail['merges']) =>
  type === 'merged' ? merges.find(({ mergedAt }) => mergedAt === createdAt) : undefined;

interface EntryProps {
  leadId: string;
  event: LeadEvent;
  canChange: boolean;
  /** That it tells of, and that was not taken back. */
  merge?: LeadDetail['merges'][number] | undefined;
}

function Entry({ leadId, event, canChange, merge }: EntryProps) {
  const { type, text } = event;
  const Icon = workIcons[type] ?? actorIcons[event.actorKind];
  const isDeleted = type === 'note' && text === null;

  return (
    <EntryFrame icon={Icon}>
      {(type !== 'note' || isDeleted) && (
        <p className="[overflow-wrap:anywhere]">
          {isDeleted ? `Note deleted by ${event.to}` : describeEvent(event)}
          {type === 'followUp' && event.to !== null && (
            <>
              {' for '}
              <LocalTime at={event.to} />
            </>
          )}
        </p>
      )}
      {type === 'note' && text !== null && canChange ? (
        <NoteActions leadId={leadId} note={{ ...event, text }} meta={<Meta event={event} />}>
          <WrittenText text={text} />
        </NoteActions>
      ) : (
        <>
          {text !== null && <WrittenText text={text} isPlain={type !== 'call'} />}
          <Meta event={event} />
        </>
      )}
      {merge && <MergeActions leadId={leadId} merge={merge} canChange={canChange} />}
    </EntryFrame>
  );
}

/** A change that was taken back, and by a press all that was changed. */
function UndoneEntry({ leadId, main, events }: Undone & { leadId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [last] = events;

  return (
    <EntryFrame icon={Undo2}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex max-w-full items-start gap-1 text-left text-fg-muted hover:text-fg"
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {describeEvent(main)} and taken back
        </span>
        <ChevronDown aria-hidden className={cn('mt-0.5 size-4 shrink-0', isOpen && 'rotate-180')} />
      </button>
      {last && <Meta event={last} />}
      {isOpen && (
        <ol className="mt-3">
          {events.map((event) => (
            <Entry key={event.id} leadId={leadId} event={event} canChange={false} />
          ))}
        </ol>
      )}
    </EntryFrame>
  );
}

interface EntryFrameProps {
  icon: LucideIcon;
  children: ReactNode;
}

/** One entry of the list, beside its icon. */
function EntryFrame({ icon: Icon, children }: EntryFrameProps) {
  return (
    // Focused when a control in it is removed.
    <li tabIndex={-1} className="group relative flex gap-3 pb-4 last:pb-1">
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
      <div className="min-w-0 grow pt-1">{children}</div>
    </li>
  );
}

/** Who, and when. */
function Meta({ event: { type, text, actorKind, actorName, createdAt, editedAt } }: MetaProps) {
  return (
    <p className="text-fg-muted text-sm">
      {actorKind === 'apiKey' && 'API key '}
      <bdi>{actorName}</bdi> · <RelativeTime at={createdAt} />
      {editedAt !== null && !(type === 'note' && text === null) && ' · edited'}
    </p>
  );
}

interface MetaProps {
  event: LeadEvent;
}

/** Plain until the code that reads Markdown is there; what was sent always, as it was. */
function WrittenText({ text, isPlain = false }: { text: string; isPlain?: boolean }) {
  return (
    <div dir="auto" className="my-1 rounded-md bg-surface-2 px-3 py-2 [overflow-wrap:anywhere]">
      {isPlain ? (
        <PlainText text={text} />
      ) : (
        <Suspense fallback={<PlainText text={text} />}>
          <NoteText text={text} />
        </Suspense>
      )}
    </div>
  );
}

/** Opens the form, which is in the same page or sheet, and focuses its box. */
function writeNote(button: HTMLElement): void {
  const around = button.closest('[tabindex="-1"]');
  around?.querySelector<HTMLElement>('[aria-keyshortcuts="n"]')?.click();
  requestAnimationFrame(() => around?.querySelector('textarea')?.focus());
}

/** Offers a note to those who may write one. */
function NoWork() {
  const canWork = useCan('agent');

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2 border-border border-b pb-4">
      <Drawing small name="history" />
      <div className="grid min-w-0 flex-1 basis-48 justify-items-start gap-2">
        <p className="text-fg-muted">
          Notes, calls, messages and changes of this lead appear here.
        </p>
        {canWork && (
          <Button size="sm" onClick={({ currentTarget }) => writeNote(currentTarget)}>
            <NotebookPen aria-hidden />
            Write a note
          </Button>
        )}
      </div>
    </div>
  );
}
