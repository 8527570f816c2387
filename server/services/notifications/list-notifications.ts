import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, keyAlarms } from '#db/schema/api-keys.ts';
import { memberships } from '#db/schema/applications.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import { type NewLeadChoice, newLeadChoices } from '#db/values/access.ts';
import type { UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { type AlarmView, describeAlarm } from '../key-alarms/describe-alarm.ts';
import { isNoTest } from '../leads/lead-columns.ts';
import { isVisibleTo } from '../leads/visibility.ts';
import { instantOf, now, timeZoneOf } from '../sql.ts';

export interface Notification {
  kind: 'new' | 'assigned' | 'due';
  leadId: string;
  name: string;
  /** Of the arrival, of the assignment, or when the follow-up is due. */
  at: Date;
  /** Who assigned it. */
  by: string | null;
  /** Since the member has last marked all as read. */
  isUnread: boolean;
}

interface Member {
  /** When all was marked as read. */
  since: Date;
  newLeads: NewLeadChoice;
}

/** Of each kind; more are not counted. */
const maxOfKind = 100;
/** New leads that are looked through for visible ones. */
const maxNew = 1_000;
/** Beside due follow-ups, which are all listed. */
const maxOthers = 20;
/**
 * A lead has its id and its time before it is committed: intake gives up after 2.5 s
 * (`requestDatabaseMs`), and clocks of processes differ. What is so new is not marked as read, or a lead
 * that is committed after the list was read would never be in one.
 */
const commitSeconds = 4;

/** The lowest UUID version 7 of a time: leads are in the order of their ids. */
const lowestId = (time: Date) => {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/**
 * Whether the member has read of a lead since then: marked it as read, opened it or worked on it.
 *
 * @param lead its id, in plain SQL
 */
const isRead = ({ companyId, userId }: UserActor, lead: SQL, at: SQL) => sql<boolean>`(
  exists (
    select from notification_reads mark
    where mark.company_id = ${companyId}::uuid and mark.lead_id = ${lead}
      and mark.user_id = ${userId}::uuid and mark.read_at >= ${at})
  or exists (
    select from lead_events event
    where event.company_id = ${companyId}::uuid and event.lead_id = ${lead}
      and event.actor_id = ${userId}::uuid and event.created_at >= ${at}))`;

/** Leads that arrived since and are not the member's own, as far as chosen. By the primary key. */
async function listNew(
  db: Database,
  actor: UserActor,
  { since, newLeads }: Member,
): Promise<Notification[]> {
  if (newLeads === 'mine') return [];

  const newest = db
    .select({
      id: leads.id,
      name: leads.name,
      createdAt: leads.createdAt,
      isShown: sql<boolean>`(${and(
        isVisibleTo(actor),
        isNoTest,
        newLeads === 'all'
          ? sql`${leads.ownerId} is distinct from ${actor.userId}::uuid`
          : isNull(leads.ownerId),
      )})`.as('is_shown'),
    })
    .from(leads)
    .where(and(eq(leads.companyId, actor.companyId), sql`${leads.id} >= ${lowestId(since)}::uuid`))
    .orderBy(desc(leads.id))
    .limit(maxNew)
    .as('newest');
  const rows = await db
    .select({ leadId: newest.id, name: newest.name, at: newest.createdAt })
    .from(newest)
    .where(sql`${newest.isShown} and not ${isRead(actor, sql`newest.id`, sql`newest.created_at`)}`)
    .orderBy(desc(newest.id))
    .limit(maxOfKind);

  return rows.map((row) => ({ ...row, kind: 'new', by: null, isUnread: true }));
}

/** Of which new leads a member may be told: an agent who sees own leads only sees none before. */
const choicesOf = ({ sees }: UserActor): NewLeadChoice[] =>
  newLeadChoices.slice(0, { own: 1, ownAndUnassigned: 2, all: 3 }[sees]);

const isOwn = (actor: UserActor, condition: SQL) =>
  and(
    eq(leads.companyId, actor.companyId),
    eq(leads.ownerId, actor.userId),
    isVisibleTo(actor),
    condition,
  );

/** Leads that others assigned to the member since. */
async function listAssigned(
  db: Database,
  actor: UserActor,
  { since }: Member,
): Promise<Notification[]> {
  const lastChange = db
    .select({ actorId: leadEvents.actorId, actorName: leadEvents.actorName })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, leads.companyId),
        eq(leadEvents.leadId, leads.id),
        eq(leadEvents.type, 'owner'),
      ),
    )
    .orderBy(desc(leadEvents.createdAt), desc(leadEvents.id))
    .limit(1)
    .as('last_change');
  const rows = await db
    .select({ leadId: leads.id, name: leads.name, at: leads.assignedAt, by: lastChange.actorName })
    .from(leads)
    .innerJoinLateral(lastChange, sql`true`)
    .where(
      and(
        isOwn(actor, sql`${leads.assignedAt} > ${instantOf(since)}`),
        sql`${lastChange.actorId} is distinct from ${actor.userId}::uuid`,
        sql`not ${isRead(actor, sql`leads.id`, sql`leads.assigned_at`)}`,
      ),
    )
    .orderBy(desc(leads.assignedAt))
    .limit(maxOfKind);

  return rows.flatMap(({ at, ...row }) =>
    at ? [{ ...row, at, kind: 'assigned' as const, isUnread: true }] : [],
  );
}

/** Follow-ups of the member that are due, whether they were marked as read or not. */
async function listDue(db: Database, actor: UserActor, { since }: Member): Promise<Notification[]> {
  const rows = await db
    .select({
      leadId: leads.id,
      name: leads.name,
      at: leads.followUpAt,
      isRead: isRead(actor, sql`leads.id`, sql`leads.follow_up_at`),
    })
    .from(leads)
    .where(isOwn(actor, sql`${leads.followUpAt} <= now()`))
    .orderBy(desc(leads.followUpAt))
    .limit(maxOfKind);

  return rows.flatMap(({ at, isRead: read, ...row }) =>
    at ? [{ ...row, at, by: null, kind: 'due' as const, isUnread: at > since && !read }] : [],
  );
}

const maxAlarms = 20;

interface KeyNotification extends AlarmView {
  apiKeyId: string;
  /** Of the key. */
  name: string;
  isUnread: boolean;
}

/** Open alarms of keys, for admins, whether they were marked as read or not. */
async function listAlarms(
  db: Database,
  actor: UserActor,
  { since }: Member,
): Promise<KeyNotification[]> {
  if (actor.role !== 'admin') return [];

  const rows = await db
    .select({
      apiKeyId: apiKeys.id,
      name: apiKeys.name,
      figures: keyAlarms.figures,
      startedAt: keyAlarms.startedAt,
      openedAt: keyAlarms.openedAt,
      now,
      timeZone: timeZoneOf(actor),
    })
    .from(keyAlarms)
    .innerJoin(
      apiKeys,
      and(eq(apiKeys.companyId, keyAlarms.companyId), eq(apiKeys.id, keyAlarms.apiKeyId)),
    )
    .where(
      and(
        eq(keyAlarms.companyId, actor.companyId),
        isNull(keyAlarms.closedAt),
        isNull(apiKeys.deletedAt),
      ),
    )
    .orderBy(desc(keyAlarms.openedAt))
    .limit(maxAlarms);

  return rows.map(({ figures, startedAt, openedAt, now, timeZone, ...key }) => ({
    ...key,
    ...describeAlarm({ figures, startedAt }, { now, timeZone }),
    isUnread: openedAt > since,
  }));
}

/**
 * What concerns a member: leads that others assigned to them, new leads of the kind that they chose,
 * both since they marked all as read and unless they have read of the lead, and their follow-ups that
 * are due. Follow-ups come first, so that nothing pushes them out of the list; of each part, the latest
 * do. Apart from these, open alarms of keys.
 *
 * @returns `readAt`: up to then the list has all that there is
 * @throws NotFoundError when the membership ended since the request began
 */
export async function listNotifications(db: Database, actor: UserActor) {
  const { companyId, userId } = actor;
  const [member] = await db
    .select({
      since: memberships.notifiedUntil,
      newLeads: memberships.newLeads,
      readAt: sql`now() - make_interval(secs => ${commitSeconds})`.mapWith(
        memberships.notifiedUntil,
      ),
    })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)));
  if (!member) throw new NotFoundError('Company not found');

  const { since, readAt } = member;
  const choices = choicesOf(actor);
  // The company may let its agents see less since the choice.
  const newLeads = choices.includes(member.newLeads) ? member.newLeads : (choices.at(-1) ?? 'mine');
  const [alarms, due, ...kinds] = await Promise.all([
    listAlarms(db, actor, member),
    listDue(db, actor, member),
    listAssigned(db, actor, member),
    listNew(db, actor, { since, newLeads }),
  ]);
  const others = kinds.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
  const unread = [...alarms, ...due, ...others].filter(({ isUnread }) => isUnread).length;

  return {
    alarms,
    items: [...due, ...others.slice(0, maxOthers)],
    unread: Math.min(unread, maxOfKind),
    readAt,
    newLeads,
    choices,
  };
}
