'use client';

import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { useCreateCommand } from '#app/_ui/address.ts';
import { Badge } from '#app/_ui/badge.tsx';
import { Button, IconButton } from '#app/_ui/button.tsx';
import { type Heir, mainContent, usePassFocus } from '#app/_ui/focus.ts';
import { late } from '#app/_ui/late.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { anyChannel, channelLabels } from '#app/features/leads/labels.ts';
import type { MessageTemplate } from '#server/panel-api/schemas/message-templates.ts';
import { useDeleteTemplate, useRefreshTemplates } from './use-template-changes.ts';

const TemplateDialog = late(async () => (await import('./template-dialog.tsx')).TemplateDialog);

export function MessageTemplatesScreen() {
  const canManage = useCan('admin');
  const list = useQuery(useTRPC().messageTemplates.list.queryOptions());
  const dialog = useDraftDialog<MessageTemplate | null>('message template');
  const refresh = useRefreshTemplates();
  const add = () => dialog.show(null);
  const isEmpty = list.data?.length === 0;
  useCreateCommand(() => canManage && add());

  async function saved(name: string) {
    dialog.close();
    await refresh(`“${name}” is saved`);
  }

  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader
        title="Message templates"
        meta="From which agents begin a WhatsApp message or an email to a lead."
        actions={
          canManage &&
          !isEmpty && (
            <Button variant="primary" onClick={add}>
              <Plus aria-hidden />
              New template
            </Button>
          )
        }
      />
      {!canManage && (
        <ForbiddenState>
          You can view message templates. Only admins of this company can change them.
        </ForbiddenState>
      )}
      {list.isPending && (
        <Loading label="Loading message templates">
          <SkeletonRows rows={3} className="h-20 grid-cols-1">
            <Skeleton className="w-64 max-w-full" />
          </SkeletonRows>
        </Loading>
      )}
      {list.isError && !list.data && (
        <QueryFailure query={list} title="The message templates could not be loaded" />
      )}
      {isEmpty && <NoTemplates onAdd={canManage ? add : undefined} />}
      {list.data && !isEmpty && (
        <ul className="rounded-md border border-border bg-surface">
          {list.data.map((template) => (
            <Template
              key={template.id}
              template={template}
              onEdit={canManage ? () => dialog.show(template) : undefined}
            />
          ))}
        </ul>
      )}
      {dialog.open && dialog.about !== undefined && (
        <TemplateDialog dialog={dialog} template={dialog.about} onSaved={saved} />
      )}
    </div>
  );
}

function NoTemplates({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<MessageSquareText aria-hidden />}
      title="No message templates yet"
      action={
        onAdd && (
          <Button variant="primary" onClick={onAdd}>
            New template
          </Button>
        )
      }
    >
      Texts that agents send again and again, with the name of the lead filled in.
    </EmptyState>
  );
}

interface TemplateProps {
  template: MessageTemplate;
  /** Absent for members who only read. */
  onEdit: (() => void) | undefined;
}

/** The button of the next template, else of the one before. */
const neighbour: Heir = (own) =>
  (own.nextElementSibling ?? own.previousElementSibling)?.querySelector('button') ?? mainContent();

function Template({ template, onEdit }: TemplateProps) {
  const { name, channel, subject, text } = template;
  const remove = useDeleteTemplate(template);
  const own = useRef<HTMLLIElement>(null);
  usePassFocus(own, neighbour);

  return (
    <li
      ref={own}
      className="flex items-start gap-3 border-border border-b px-4 py-3 last:border-b-0"
    >
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
          <Badge>{channel === null ? anyChannel : channelLabels[channel]}</Badge>
        </p>
        {subject !== null && (
          <p dir="auto" className="mt-1 text-sm [overflow-wrap:anywhere]">
            {subject}
          </p>
        )}
        <p dir="auto" className="mt-1 line-clamp-2 text-fg-muted text-sm [overflow-wrap:anywhere]">
          {text}
        </p>
      </div>
      {onEdit && (
        <div className="flex shrink-0">
          <IconButton label={`Edit ${name}`} size="sm" onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={`Delete ${name}`}
            size="sm"
            aria-disabled={remove.isPending}
            onClick={() => remove.isPending || remove.start()}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      )}
    </li>
  );
}
