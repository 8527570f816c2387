'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Eraser, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useCached } from '#app/_trpc/use-cached.ts';
import { IconButton } from '#app/_ui/button.tsx';
import { Menu, MenuItem } from '#app/_ui/menu.tsx';
import { Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { useRefreshFunnels } from '#app/features/funnels/use-refresh-funnels.ts';
import { type Message, noMessage, type Recipient } from '#app/features/leads/contact-links.ts';
import { DuplicateDialogs } from '#app/features/leads/duplicates/duplicate-dialogs.tsx';
import { DuplicatesSection } from '#app/features/leads/duplicates/duplicates-section.tsx';
import { MergedNotice } from '#app/features/leads/duplicates/merged-notice.tsx';
import { useLeadKeys } from '#app/features/leads/lead-keys.ts';
import { useChangeLeads } from '#app/features/leads/use-change-leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { AsSent } from './as-sent.tsx';
import { useContactDrafts } from './contact-drafts.ts';
import { ContactSection } from './contact-section.tsx';
import { DeletedNotice, deletionOf, useEraseLead } from './delete-lead.tsx';
import { EditLead } from './edit-lead.tsx';
import { LeadHeader, LeadLayout, LeadSectionsSkeleton } from './lead-layout.tsx';
import { CustomFields, IgnoredFields, RequestDetails } from './lead-sections.tsx';
import { LeadState } from './lead-state.tsx';
import { MendField } from './mend-field.tsx';
import { MessageButton } from './message-button.tsx';
import { LeadStateText } from './state-section.tsx';
import { Attribution, LongTexts, PersonFacts } from './submitted.tsx';
import { Timeline } from './timeline.tsx';
import { isGone, useLead } from './use-lead.ts';
import { useMends } from './use-mends.ts';
import { useWorkMode, WorkSection } from './work-section.tsx';

export function LeadScreen({ leadId }: { leadId: string }) {
  const lead = useLead(leadId);
  const router = useRouter();
  const { company } = useSession();

  if (lead.isPending) {
    return (
      <div className="grid max-w-300 gap-2">
        <Skeleton className="h-6 w-52" />
        <LeadSectionsSkeleton />
      </div>
    );
  }
  if (isGone(lead)) {
    return (
      <EmptyState title="Lead not found">
        It was deleted, or you may not see it any more.
      </EmptyState>
    );
  }
  if (!lead.data)
    return <QueryFailure headingLevel={1} query={lead} title="This lead could not be loaded" />;
  const { step, funnel } = lead.data;
  return (
    <>
      <LeadContent
        key={leadId}
        lead={lead.data}
        onDeleted={() => router.replace(`/${company.slug}/leads`)}
        header={<LeadHeader lead={lead.data} step={step} funnel={funnel} />}
      />
      <DuplicateDialogs />
    </>
  );
}

interface LeadContentProps {
  lead: LeadDetail;
  /** Leaves the lead. */
  onDeleted: () => void;
  /** The heading, where the lead has a page of its own. */
  header?: ReactNode;
}

/** Marks the lead as seen by a member who works on leads, once. */
function useOpened({ id, openedAt }: LeadDetail, isDeleted: boolean): void {
  const client = useTRPCClient();
  const isNew = useCan('agent') && openedAt === null && !isDeleted;
  /* A failure does not matter: the next look marks it. */
  const open = useEffectEvent(() => client.leads.open.mutate({ id }).catch(() => {}));

  useEffect(() => {
    if (isNew) void open();
  }, [isNew]);
}

/** Marks what the bell says of the lead as read. It may have more unread ones than it lists. */
function useNotificationsRead(id: string): void {
  const { list } = useTRPC().notifications;
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { items = [], alarms = [], unread = 0 } = useCached(list.queryKey()) ?? {};
  const listed = [...alarms, ...items].filter(({ isUnread }) => isUnread).length;
  const isListed = items.some(({ leadId, isUnread }) => isUnread && leadId === id);
  const mayBeUnread = isListed || unread > listed;
  /* A failure does not matter: the rows can be marked in the bell. */
  const read = useEffectEvent(() =>
    client.notifications.readLead
      .mutate({ id })
      .then(() => queryClient.invalidateQueries(list.pathFilter()))
      .catch(() => {}),
  );

  useEffect(() => {
    if (mayBeUnread) void read();
  }, [mayBeUnread]);
}

/** All parts of a lead, on its page and in the sheet. */
export function LeadContent({ lead, onDeleted, header }: LeadContentProps) {
  const deletion = deletionOf(lead);
  const isKept = !deletion && !lead.isMerged;
  const canWork = useCan('agent') && isKept;
  const mends = useMends(lead, canWork);
  const root = useRef<HTMLDivElement>(null);
  useLeadKeys(root);
  const work = useWorkMode(lead.id);
  const drafts = useContactDrafts(lead.id);
  function begin(recipient: Recipient, shown: string, message: Message) {
    drafts.wrote(recipient, shown, message);
    work.choose('message');
  }
  useOpened(lead, !isKept);
  useNotificationsRead(lead.id);

  return (
    <LeadLayout
      ref={root}
      header={
        <>
          {header}
          {deletion && <DeletedNotice lead={lead} deletion={deletion} onErased={onDeleted} />}
          {lead.isMerged && <MergedNotice lead={lead} />}
        </>
      }
      contact={
        <ContactSection
          contact={lead.contact}
          name={lead.name}
          phoneMarks={lead.phoneMarks}
          mends={mends}
          fieldOf={
            canWork
              ? (mend) => mend.field !== null && <MendField lead={lead} mend={mend} />
              : undefined
          }
          onCall={
            canWork
              ? (shown) => {
                  drafts.called(shown);
                  work.choose('call');
                }
              : undefined
          }
          onWrite={canWork ? (...to) => begin(...to, noMessage) : undefined}
          messageButton={
            canWork
              ? (recipient, shown) => (
                  <MessageButton
                    recipient={recipient}
                    shown={shown}
                    lead={lead}
                    onWrite={(message) => begin(recipient, shown, message)}
                  />
                )
              : undefined
          }
          action={
            canWork && (
              <div className="flex items-center gap-1">
                <EditLead lead={lead} />
                <LeadMenu lead={lead} onDeleted={onDeleted} />
              </div>
            )
          }
        >
          <PersonFacts lead={lead} />
        </ContactSection>
      }
      state={canWork ? <LeadState lead={lead} /> : <ReadOnlyState lead={lead} />}
      work={canWork && <WorkSection lead={lead} work={work} />}
      timeline={
        <>
          <LongTexts lead={lead} />
          <Timeline lead={lead} isDeleted={!isKept} />
        </>
      }
      details={
        <>
          <Attribution lead={lead} />
          <CustomFields fields={lead.customFields} />
          <IgnoredFields lead={lead} />
          <AsSent lead={lead} />
        </>
      }
      aside={
        <>
          {isKept && <DuplicatesSection lead={lead} />}
          <RequestDetails lead={lead} />
        </>
      }
    />
  );
}

function ReadOnlyState({ lead }: { lead: LeadDetail }) {
  const members = useQuery(useTRPC().members.list.queryOptions());
  const owner = members.data?.find(({ id }) => id === lead.ownerId);

  return <LeadStateText lead={lead} owner={owner?.name ?? 'No owner'} />;
}

interface LeadMenuProps {
  lead: Pick<LeadDetail, 'id' | 'name'>;
  /** Leaves the lead. */
  onDeleted: () => void;
}

/** Agents and admins. */
function LeadMenu({ lead, onDeleted }: LeadMenuProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refreshFunnels = useRefreshFunnels();
  const { run, pending } = useChangeLeads();
  const erase = useEraseLead(lead, onDeleted);

  async function remove() {
    const kept = await run([lead.id], { field: 'deleted', to: true }, 'deleted');
    if (kept.length > 0) return;
    onDeleted();
    /* Not read again now: nothing shows it. */
    const shown = trpc.leads.get.queryFilter({ id: lead.id });
    void queryClient.invalidateQueries({ ...shown, refetchType: 'none' });
    void refreshFunnels();
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton ref={erase.opener} label="Actions for this lead" size="sm">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Trash2 aria-hidden />}
          tone="danger"
          disabled={pending}
          onSelect={() => void remove()}
        >
          Delete lead
        </MenuItem>
        {erase.isAllowed && (
          <MenuItem icon={<Eraser aria-hidden />} tone="danger" onSelect={erase.start}>
            Erase lead…
          </MenuItem>
        )}
      </Menu>
      {erase.dialog}
    </>
  );
}
