'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Check, MessageCircle, NotebookPen, Phone } from 'lucide-react';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { useStoredDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { FormError } from '#app/_ui/field.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { late, usePreload } from '#app/_ui/late.tsx';
import { LocalTime, RelativeTime, subscribeToClock } from '#app/_ui/time.tsx';
import { useShortcuts } from '#app/_ui/use-shortcuts.ts';
import { hasNewStatus } from '#app/features/leads/ask-outcome.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { NoteForm } from './notes.tsx';
import { modeButton, useSaved, workDrafts } from './use-lead-work.ts';
import { useOfferUndo } from './use-undo.ts';

const CallForm = late(async () => (await import('./call-form.tsx')).CallForm);
const MessageForm = late(async () => (await import('./message-form.tsx')).MessageForm);
const FollowUpForm = late(async () => (await import('./follow-up.tsx')).FollowUpForm);

type Mode = keyof typeof workDrafts;

/** The first form with a draft. Only at first: a draft of another tab must not exchange the form. */
export function useWorkMode(leadId: string) {
  const [mode, setMode] = useState<Mode>('note');
  const [isChosen, setChosen] = useState(false);
  const note = useStoredDraft(workDrafts.note(leadId));
  const call = useStoredDraft(workDrafts.call(leadId));
  const message = useStoredDraft(workDrafts.message(leadId));
  const followUp = useStoredDraft(workDrafts.followUp(leadId));

  const start = useEffectEvent(() => {
    if (note.read() !== undefined) return;
    if (call.read() !== undefined) setMode('call');
    else if (message.read() !== undefined) setMode('message');
    else if (followUp.read() !== undefined) setMode('followUp');
  });
  useEffect(() => start(), []);

  function choose(next: Mode) {
    setMode(next);
    setChosen(true);
  }
  /** When a form was saved, which another may have replaced meanwhile. */
  const leave = (form: Mode) => setMode((now) => (now === form ? 'note' : now));

  return { mode, isChosen, choose, leave };
}

interface WorkSectionProps {
  lead: LeadDetail;
  work: ReturnType<typeof useWorkMode>;
}

/** What an agent does next: write a note, record a call or message, or plan when to get back to the lead. */
export function WorkSection({ lead, work }: WorkSectionProps) {
  usePreload(CallForm);
  usePreload(MessageForm);
  usePreload(FollowUpForm);
  const { mode, isChosen, choose, leave } = work;
  const root = useRef<HTMLElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);

  function writeNote() {
    choose('note');
    /* After the form is shown. */
    requestAnimationFrame(() => box.current?.focus());
  }
  useShortcuts(root, { n: writeNote, c: () => choose('call'), w: () => choose('message') });

  const tab = (own: Mode, icon: ReactNode, label: string, keys?: string) => (
    <button
      type="button"
      aria-pressed={mode === own}
      aria-keyshortcuts={keys}
      onClick={() => choose(own)}
      className="flex h-control items-center gap-2 border-transparent border-b-2 px-3 @max-[440px]:px-2.5 font-medium text-fg-muted hover:text-fg aria-pressed:border-primary aria-pressed:text-fg [&_svg]:size-4 @max-[440px]:[&_svg]:hidden"
    >
      {icon}
      {label}
    </button>
  );

  return (
    <section
      ref={root}
      aria-label="Work on this lead"
      className="@container rounded-md border border-border bg-surface"
    >
      {lead.followUpAt && <PlannedFollowUp lead={lead} at={lead.followUpAt} />}
      <div className="flex border-border border-b px-1">
        {tab('note', <NotebookPen aria-hidden />, 'Note', 'n')}
        {tab('call', <Phone aria-hidden />, 'Call', 'c')}
        {tab('message', <MessageCircle aria-hidden />, 'Message', 'w')}
        {tab('followUp', <CalendarClock aria-hidden />, 'Follow-up', 'f')}
      </div>
      <div className="min-h-37 p-3">
        {mode === 'note' && <NoteForm leadId={lead.id} box={box} />}
        {mode === 'call' && (
          <CallForm lead={lead} hasFocus={isChosen} onClose={() => leave('call')} />
        )}
        {mode === 'message' && (
          <MessageForm lead={lead} hasFocus={isChosen} onClose={() => leave('message')} />
        )}
        {mode === 'followUp' && <FollowUpForm lead={lead} onClose={() => leave('followUp')} />}
      </div>
    </section>
  );
}

/** While the page hydrates, as of when the lead was read, which the server and the browser agree on. */
function useIsDue(leadId: string, at: string): boolean {
  const queryClient = useQueryClient();
  const { queryKey } = useTRPC().leads.get.queryOptions({ id: leadId });
  const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  const isOver = useCallback(() => Date.parse(at) <= Date.now(), [at]);

  return useSyncExternalStore(subscribeToClock, isOver, () => Date.parse(at) <= readAt);
}

function PlannedFollowUp({ lead, at }: { lead: LeadDetail; at: string }) {
  const trpc = useTRPC();
  const { user } = useSession();
  const members = useQuery(trpc.members.list.queryOptions());
  const owner = members.data?.find(({ id }) => id === lead.ownerId && id !== user.id);
  const isDue = useIsDue(lead.id, at);
  const own = useRef<HTMLDivElement>(null);
  const saved = useSaved();
  const offerUndo = useOfferUndo();
  usePassFocus(own, modeButton);
  const end = useMutation(
    trpc.leads.planFollowUp.mutationOptions({
      onSuccess: (after) => {
        saved(after, 'Follow-up done');
        const text = `Follow-up of ${lead.name} done`;
        offerUndo(hasNewStatus(after) ? `${text}, status is Contacted` : text, after);
      },
    }),
  );

  return (
    <div
      ref={own}
      className={cn(
        'grid gap-2 rounded-t-md border-border border-b px-4 py-2',
        isDue ? 'bg-warning-soft text-warning' : 'bg-surface-2',
      )}
    >
      <div className="flex items-center gap-3">
        <p className="flex min-w-0 grow items-center gap-2">
          <CalendarClock aria-hidden className="size-4 shrink-0" />
          <span>
            <span className="font-medium">{isDue ? 'Follow-up due' : 'Follow-up'}</span>{' '}
            <LocalTime at={at} /> · <RelativeTime at={at} plain />
            {owner && (
              <>
                {' '}
                · due to <bdi>{owner.name}</bdi>
              </>
            )}
          </span>
        </p>
        <Button
          size="sm"
          pending={end.isPending}
          onClick={() =>
            end.mutate({ id: lead.id, followUpAt: { from: at, to: null }, isContact: true })
          }
        >
          <Check aria-hidden />
          Done
        </Button>
      </div>
      <FormError>{end.error && readFailure(end.error).message}</FormError>
    </div>
  );
}
