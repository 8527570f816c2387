import { idAtTime } from '#db/id.ts';
import { groupIdOf } from '#db/intake-group.ts';
import type { intakeGroups, intakeLog } from '#db/schema/intake-log.ts';
import { dayIn } from '#db/values/time-zone.ts';

interface SentLead {
  companyId: string;
  id: string;
  apiKeyId: string;
  stepId: string;
  createdAt: Date;
}

type Group = typeof intakeGroups.$inferInsert;

/** The requests that created leads, and their counts by day. */
export function makeRequests(leads: readonly SentLead[], timeZone: string) {
  const groups = new Map<string, Group>();
  const log = leads.map((lead): typeof intakeLog.$inferInsert => {
    const { companyId, id: leadId, apiKeyId, stepId, createdAt: at } = lead;
    const described = { apiKeyId, stepId, status: 201, outcome: 'created' as const };
    const groupId = groupIdOf({ ...described, cause: '' });
    const day = dayIn(timeZone, at);
    const none = { requests: 0, droppedEntries: 0, droppedBodies: 0, firstAt: at, lastAt: at };
    const group = groups.get(day + groupId) ?? {
      ...{ companyId, day, groupId, ...described, cause: '' },
      ...none,
    };
    group.requests += 1;
    if (at < group.firstAt) group.firstAt = at;
    if (at > group.lastAt) group.lastAt = at;
    groups.set(day + groupId, group);
    return {
      ...{ companyId, id: idAtTime(at.getTime()), groupId, ...described, leadId, at },
      message: 'Lead created successfully',
      requestId: idAtTime(at.getTime()),
      ignoredFields: [],
      body: 'notRead',
    };
  });
  return { intakeLog: log, intakeGroups: [...groups.values()] };
}
