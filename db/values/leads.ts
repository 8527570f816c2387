/** Permitted values of a lead's fields. No imports: forms in the browser use them too. */
export const leadStatuses = [
  'new',
  'contacted',
  'qualified',
  'nurturing',
  'unqualified',
  'converted',
  'lost',
] as const;
/** How leads end. A step may be marked with it, and the status of its leads is then this. */
export const statusOfOutcome = { won: 'converted', lost: 'lost' } as const;
export const leadOutcomes = ['won', 'lost'] as const;
/** Why leads are lost, until a company has a list of its own. */
export const standardLostReasons = [
  'Too expensive',
  'Bought elsewhere',
  'Not interested',
  'Bad timing',
  'No answer',
  'Wrong contact',
] as const;
export const leadPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const leadTemperatures = ['cold', 'warm', 'hot'] as const;
export const leadOrigins = ['public_api', 'manual', 'import', 'test'] as const;
/** Stored events of a timeline. Its first line, `created`, comes from the lead itself. */
export const leadEventTypes = [
  'status',
  'priority',
  'temperature',
  'moved',
  'owner',
  'note',
  'call',
  'message',
  'followUp',
  'edited',
  'deleted',
  'restored',
  'replayed',
  'added',
  'merged',
  'unmerged',
  'distinct',
] as const;
export const timelineTypes = ['created', ...leadEventTypes] as const;

/** What every lead is at first. */
export const initialState = { status: 'new', priority: 'medium', temperature: 'warm' } as const;

/** What an absent name is made from, in this order. */
export const nameSources = ['email', 'phones'] as const;
export type NameSource = (typeof nameSources)[number];

/**
 * Why a phone may be wrong: the numbering plan has no such number, or it was sent without a country
 * code and its country is not certain.
 */
export const phoneMarks = ['impossible', 'countryUnknown'] as const;
export type PhoneMark = (typeof phoneMarks)[number];
/** By the digits of the phone. */
export type PhoneMarks = Record<string, PhoneMark>;

/**
 * What lists filter follow-ups by: those that are due by now; those of today; of today and the six days
 * after it; of later days; and leads without one.
 */
export const followUpTimes = ['overdue', 'today', 'week', 'later', 'none'] as const;

/** Columns by whose values a list is sorted, by their parameter in the address; `-` turns the order. */
export const leadSortKeys = [
  'name',
  'status',
  'owner',
  'source',
  'followUp',
  'lastContact',
] as const;

/** Guarantee of the cast: a template of the keys has no other texts. */
export const leadSorts = [
  'newest',
  'oldest',
  ...leadSortKeys.flatMap((key) => [key, `-${key}`]),
] as readonly LeadSort[];

/** Owners that lists filter by beside members: the user who looks at the list, and none. */
export const me = 'me';
export const noOwner = 'none';

/**
 * What lists filter the first contact by: leads that wait for it; those that had it; those that had it
 * within the target of the company; and those that missed the target, whether they have had it since or
 * still wait. Without a target no lead is one of the last two.
 */
export const contactTimes = ['waiting', 'made', 'inTime', 'late'] as const;

/**
 * The sections of To do: follow-ups that are due by now, those later today, of tomorrow and of later
 * days; and leads that have neither a first contact nor a follow-up.
 */
export const toDoSections = ['overdue', 'today', 'tomorrow', 'later', 'new'] as const;
/** Whose. The member's own also has new leads without an owner. */
export const toDoOwners = ['mine', 'everyone'] as const;

/** By what members write to leads. A message counts as the first contact, as a call does. */
export const messageChannels = ['whatsapp', 'email'] as const;

/** How a call ended. Any of them counts as the first contact with the lead. */
export const callOutcomes = ['noAnswer', 'spoke', 'wrongNumber'] as const;

/** Columns of an export that can be left out. */
export const exportColumns = ['contact', 'step', 'status', 'owner', 'source', 'received'] as const;

export type ExportColumn = (typeof exportColumns)[number];
/** Minutes in which a company may want its leads to be contacted. */
export const contactTargets = [5, 15, 30, 60, 240, 1_440] as const;

export type LeadSortKey = (typeof leadSortKeys)[number];
/** `newest` and `oldest`: by arrival. */
export type LeadSort = 'newest' | 'oldest' | LeadSortKey | `-${LeadSortKey}`;
export type FollowUpTime = (typeof followUpTimes)[number];
export type ContactTime = (typeof contactTimes)[number];
export type ToDoSection = (typeof toDoSections)[number];
export type ToDoOwners = (typeof toDoOwners)[number];
export type MessageChannel = (typeof messageChannels)[number];
export type CallOutcome = (typeof callOutcomes)[number];
export type LeadStatus = (typeof leadStatuses)[number];
export type LeadOutcome = (typeof leadOutcomes)[number];
export type LeadPriority = (typeof leadPriorities)[number];
export type LeadTemperature = (typeof leadTemperatures)[number];
export type LeadOrigin = (typeof leadOrigins)[number];
export type LeadEventType = (typeof leadEventTypes)[number];
export type TimelineType = (typeof timelineTypes)[number];

/** Undefined for a status of leads that have not ended. */
export const outcomeOf = (status: LeadStatus): LeadOutcome | undefined =>
  leadOutcomes.find((outcome) => statusOfOutcome[outcome] === status);
