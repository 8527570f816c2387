import { Flame, SignalHigh } from 'lucide-react';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import type { LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import { priorityWords, statusWords } from './words.ts';

const statusTones: Record<LeadStatus, Tone> = {
  new: 'info',
  contacted: 'neutral',
  qualified: 'success',
  nurturing: 'neutral',
  unqualified: 'neutral',
  converted: 'success',
  lost: 'neutral',
};

export function StatusBadge({ status }: { status: LeadStatus }) {
  return <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>;
}

/** Only what stands out: most leads are of medium priority and warm. */
export function UrgencyBadges(lead: { priority: LeadPriority; temperature: LeadTemperature }) {
  const pressing = lead.priority === 'urgent' || lead.priority === 'high';

  return (
    <>
      {pressing && (
        <Badge tone="warning" icon={<SignalHigh aria-hidden />}>
          {priorityWords[lead.priority]}
        </Badge>
      )}
      {lead.temperature === 'hot' && (
        <Badge tone="danger" icon={<Flame aria-hidden />}>
          Hot
        </Badge>
      )}
    </>
  );
}
