import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { type LeadVisibility, leadVisibilities } from '#db/values/access.ts';
import { keyActor } from '#server/testing/key-actor.ts';
import { panelAccess } from '#server/testing/panel-table.ts';
import { bodySeal } from '#server/testing/secrets.ts';
import { createFullTenant, type FullTenant, type Member } from '#server/testing/tenant.ts';
import { findFirstLead } from '../api-keys/find-first-lead.ts';
import { NotFoundError } from '../errors.ts';
import { reportLeads } from '../reports/report-leads.ts';
import { addNote } from './add-note.ts';
import { assignLead } from './assign-lead.ts';
import { changeLeads } from './change-leads.ts';
import { countLeads } from './count-leads.ts';
import { countToDo } from './count-to-do.ts';
import { deleteNote } from './delete-note.ts';
import { editLead } from './edit-lead.ts';
import { editNote } from './edit-note.ts';
import { getAsSent } from './get-as-sent.ts';
import { getBoard } from './get-board.ts';
import { getLead } from './get-lead.ts';
import { listCompanyLeads, listLeadIds } from './list-company-leads.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listFilterChoices } from './list-filter-choices.ts';
import { listLeads } from './list-leads.ts';
import { listToDo } from './list-to-do.ts';
import { markDistinct } from './mark-distinct.ts';
import { mergeLeads } from './merge-leads.ts';
import { moveLead } from './move-lead.ts';
import { openLead } from './open-lead.ts';
import { planFollowUp } from './plan-follow-up.ts';
import { previewMerge } from './preview-merge.ts';
import { listLeadsByExternalId, readLead } from './read-leads.ts';
import { recordCall } from './record-call.ts';
import { recordMessage } from './record-message.ts';
import { removeTest } from './remove-test.ts';
import { searchLeads } from './search-leads.ts';
import { undoChange } from './undo-change.ts';
import { undoLeadsChange } from './undo-leads-change.ts';
import { unmergeLeads } from './unmerge-leads.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();

let tenant: FullTenant;
let agent: Member;
let other: Member;

beforeEach(async () => {
  tenant = await createFullTenant(base.db);
  agent = await tenant.newMember('agent');
  other = await tenant.newMember('agent');
});

type Lead = Awaited<ReturnType<typeof createLead>>;

interface Way {
  /** The procedure of the panel that goes it. */
  procedure?: string;
  origin?: 'test';
  /** Those who may restore a lead read it, as far as they saw it. */
  readsDeleted?: true;
  find: (actor: Member, lead: Lead) => Promise<boolean>;
}

/** The lead's id, as the ways that give one lead take it. */
const reaches = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
};
const lists = async (page: Promise<{ items: { id: string }[] }>, lead: Lead) =>
  (await page).items.some(({ id }) => id === lead.id);

const later = '2099-01-31T18:00:00.000Z';

/** From when the agent saw the lead. */
async function createNote({ userId, name }: Member, leadId: string): Promise<string> {
  const id = newId();
  await base.sql`
    insert into lead_events (company_id, id, lead_id, type, text, actor_kind, actor_id, actor_name)
    values (${tenant.companyId}, ${id}, ${leadId}, 'note', 'Note', 'user', ${userId}, ${name})`;
  return id;
}

/** A change of the status by the agent, from when the agent saw the lead. */
async function changedBefore({ userId, name }: Member, leadId: string): Promise<Date> {
  const at = new Date('2026-01-31T09:00:00.000Z');
  await base.sql`
    insert into lead_events
      (company_id, id, lead_id, type, "from", "to", actor_kind, actor_id, actor_name, created_at)
    values (${tenant.companyId}, ${newId()}, ${leadId}, 'status', 'lost', 'new', 'user',
      ${userId}, ${name}, ${at.toISOString()})`;
  return at;
}

/** A lead of the agent with the external id of another one, or with its phones. */
const createDuplicate = (actor: Member, { stepId, externalLeadId }: Lead, phones: string[] = []) =>
  createLead(base.db, {
    companyId: tenant.companyId,
    stepId,
    ownerId: actor.userId,
    phones,
    ...(phones.length === 0 && { externalLeadId }),
  });
type Marked = readonly { id: string; duplicates: unknown }[];
const isMarked = (items: Marked, { id }: { id: string }) =>
  items.some((item) => item.id === id && item.duplicates !== null);
/** A lead of the agent, with the lead as the other one of a pair. */
async function pairOf(actor: Member, { id, stepId }: Lead) {
  const mine = { companyId: tenant.companyId, stepId, ownerId: actor.userId, phones: [] };
  return { id: (await createLead(base.db, mine)).id, otherId: id };
}

/** Every way to a lead: a new service that reads or changes leads goes here. */
const ways: Record<string, Way> = {
  'the list of a step': {
    procedure: 'leads.list',
    find: (actor, lead) => lists(listLeads(base.db, actor, { stepId: lead.stepId }), lead),
  },
  'the list of the company': {
    procedure: 'leads.listAll',
    find: (actor, lead) => lists(listCompanyLeads(base.db, actor, {}), lead),
  },
  'a search in the list of the company': {
    find: (actor, lead) => lists(listCompanyLeads(base.db, actor, { search: 'maria' }), lead),
  },
  'what is to do': {
    procedure: 'leads.toDo',
    find: (actor, lead) =>
      lists(listToDo(base.db, actor, { whose: 'everyone', section: 'new' }), lead),
  },
  'the number of what is to do': {
    procedure: 'leads.toDoCounts',
    find: async (actor, { id }) => {
      const waiting = async () => (await countToDo(base.db, actor, { whose: 'everyone' })).new;
      const before = await waiting();
      await base.sql`
        update leads set first_contact_at = now()
        where company_id = ${tenant.companyId} and id = ${id}`;
      return (await waiting()) < before;
    },
  },
  'the ids for a change of many': {
    procedure: 'leads.listIds',
    find: async (actor, { id }) => (await listLeadIds(base.db, actor, {})).ids.includes(id),
  },
  'the number found': {
    procedure: 'leads.count',
    find: async (actor, { id }) => {
      await base.sql`
        update leads set source = ${id}, search_words = null
        where company_id = ${tenant.companyId} and id = ${id}`;
      return (await countLeads(base.db, actor, { filter: { sources: [id] } })).leads > 0;
    },
  },
  'the choices of a filter': {
    procedure: 'leads.filterChoices',
    find: async (actor, lead) => {
      await base.sql`
        update leads set source = ${lead.id}
        where company_id = ${tenant.companyId} and id = ${lead.id}`;
      return (await listFilterChoices(base.db, actor)).sources.includes(lead.id);
    },
  },
  'a report': {
    procedure: 'reports.leads',
    find: async (actor, { id }) => {
      await base.sql`
        update leads set source = ${id} where company_id = ${tenant.companyId} and id = ${id}`;
      const { sources } = await reportLeads(base.db, actor, { days: '7' });
      return sources.some(({ source }) => source === id);
    },
  },
  'a change of many': {
    procedure: 'leads.changeMany',
    find: (actor, { id }) =>
      reaches(changeLeads(base.db, actor, { ids: [id], change: { field: 'status', to: 'lost' } })),
  },
  'what undoes a change of many': {
    procedure: 'leads.undoChange',
    find: async (actor, { id }) => {
      const at = await changedBefore(actor, id);
      const back = [{ to: 'lost' as const, ids: [id] }];
      return reaches(undoLeadsChange(base.db, actor, { field: 'status', from: 'new', at, back }));
    },
  },
  'what takes a change back': {
    procedure: 'leads.undo',
    find: async (actor, { id }) => {
      const at = await changedBefore(actor, id);
      return reaches(undoChange(base.db, actor, { id, at }));
    },
  },
  'the board': {
    procedure: 'leads.board',
    find: async (actor, { id }) => {
      const board = await getBoard(base.db, actor, { funnelId: tenant.funnel.id });
      return board.steps.some(({ items }) => items.some((lead) => lead.id === id));
    },
  },
  'the list of the tests of a step': {
    origin: 'test',
    find: (actor, { stepId, ...lead }) =>
      lists(listLeads(base.db, actor, { stepId, tests: true }), { stepId, ...lead }),
  },
  'a search in a step': {
    find: (actor, lead) =>
      lists(listLeads(base.db, actor, { stepId: lead.stepId, search: 'maria' }), lead),
  },
  'a search in the company': {
    procedure: 'leads.search',
    find: (actor, lead) => lists(searchLeads(base.db, actor, { text: 'maria' }), lead),
  },
  'its page': {
    procedure: 'leads.get',
    readsDeleted: true,
    find: (actor, { id }) => reaches(getLead(base.db, actor, { id })),
  },
  'what was sent': {
    procedure: 'leads.asSent',
    readsDeleted: true,
    find: (actor, { id }) => reaches(getAsSent(base.db, actor, { id }, { bodySeal })),
  },
  'the duplicates of another lead': {
    procedure: 'leads.duplicates',
    find: async (actor, lead) => {
      const mine = await createDuplicate(actor, lead);
      return (await listDuplicates(base.db, actor, mine)).some(({ id }) => id === lead.id);
    },
  },
  'the mark of a duplicate on its page': {
    find: async (actor, lead) =>
      (await getLead(base.db, actor, await createDuplicate(actor, lead))).duplicates !== null,
  },
  'the mark of a duplicate by phone': {
    find: async (actor, lead) => {
      const mine = await createDuplicate(actor, lead, lead.phones);
      return isMarked((await listCompanyLeads(base.db, actor, {})).items, mine);
    },
  },
  'the preview of a merge': {
    procedure: 'leads.previewMerge',
    find: async (actor, lead) => reaches(previewMerge(base.db, actor, await pairOf(actor, lead))),
  },
  'a merge': {
    procedure: 'leads.merge',
    find: async (actor, lead) => {
      const { id, otherId } = await pairOf(actor, lead);
      const all = { ...actor, sees: 'all' as const };
      const version = await previewMerge(base.db, all, { id, otherId }).then(
        (preview) => preview.version,
        () => '',
      );
      return reaches(mergeLeads(base.db, actor, { keptId: id, mergedId: otherId, version }));
    },
  },
  'its taking apart': {
    procedure: 'leads.unmerge',
    find: async (actor, { id, stepId }) => {
      const { companyId } = tenant;
      const merged = await createLead(base.db, { companyId, stepId, deletedAt: new Date() });
      await base.sql`update leads set owner_id = ${actor.userId} where id = ${merged.id}`;
      await base.sql`
        insert into lead_merges (company_id, lead_id, kept_id, merged_at, before, after)
        values (${companyId}, ${merged.id}, ${id}, now(), '{}', '{}')`;
      return reaches(unmergeLeads(base.db, actor, { keptId: id, mergedId: merged.id }));
    },
  },
  'that it is no duplicate': {
    procedure: 'leads.markDistinct',
    find: async (actor, lead) =>
      reaches(markDistinct(base.db, actor, { ...(await pairOf(actor, lead)), isDistinct: true })),
  },
  'the mark of a duplicate in the list of a step': {
    find: async (actor, lead) => {
      const mine = await createDuplicate(actor, lead);
      return isMarked((await listLeads(base.db, actor, mine)).items, mine);
    },
  },
  'the mark of a duplicate in the list of the company': {
    find: async (actor, lead) => {
      const mine = await createDuplicate(actor, lead);
      return isMarked((await listCompanyLeads(base.db, actor, {})).items, mine);
    },
  },
  'the mark of a duplicate on the board': {
    find: async (actor, lead) => {
      const mine = await createDuplicate(actor, lead);
      const { steps } = await getBoard(base.db, actor, { funnelId: tenant.funnel.id });
      return isMarked(
        steps.flatMap(({ items }) => items),
        mine,
      );
    },
  },
  'a change': {
    procedure: 'leads.update',
    find: (actor, { id }) =>
      reaches(updateLead(base.db, actor, { id, status: { from: 'new', to: 'lost' } })),
  },
  'a move': {
    procedure: 'leads.move',
    find: (actor, { id, stepId }) =>
      reaches(moveLead(base.db, actor, { id, step: { from: stepId, to: tenant.otherStep.id } })),
  },
  'its opening': {
    procedure: 'leads.open',
    find: (actor, { id }) => reaches(openLead(base.db, actor, { id })),
  },
  'its duplicates': {
    find: (actor, { id }) => reaches(listDuplicates(base.db, actor, { id })),
  },
  'an edit': {
    procedure: 'leads.edit',
    find: (actor, { id, name }) =>
      reaches(editLead(base.db, actor, { id, name: { from: name, to: 'Ana' } })),
  },
  'an assignment': {
    procedure: 'leads.assign',
    find: (actor, { id, ownerId }) =>
      reaches(assignLead(base.db, actor, { id, owner: { from: ownerId, to: actor.userId } })),
  },
  'a note': {
    procedure: 'leads.addNote',
    find: (actor, { id }) => reaches(addNote(base.db, actor, { id, text: 'Note' })),
  },
  'an edit of an own note': {
    procedure: 'leads.editNote',
    find: async (actor, { id }) => {
      const note = { id, noteId: await createNote(actor, id) };
      return reaches(editNote(base.db, actor, { ...note, text: { from: 'Note', to: 'Later' } }));
    },
  },
  'the deletion of an own note': {
    procedure: 'leads.deleteNote',
    find: async (actor, { id }) =>
      reaches(deleteNote(base.db, actor, { id, noteId: await createNote(actor, id) })),
  },
  'a call': {
    procedure: 'leads.recordCall',
    find: (actor, { id }) => reaches(recordCall(base.db, actor, { id, outcome: 'spoke' })),
  },
  'a message': {
    procedure: 'leads.recordMessage',
    find: (actor, { id }) => reaches(recordMessage(base.db, actor, { id, channel: 'email' })),
  },
  'a follow-up': {
    procedure: 'leads.planFollowUp',
    find: (actor, { id }) =>
      reaches(planFollowUp(base.db, actor, { id, followUpAt: { from: null, to: later } })),
  },
  'the removal of a test': {
    procedure: 'leads.removeTest',
    origin: 'test',
    find: (actor, { id }) => reaches(removeTest(base.db, actor, { id })),
  },
  'the first lead of a key': {
    find: async (actor, { id, apiKeyId }) =>
      (await findFirstLead(base.db, actor, { id: apiKeyId ?? '' })).lead?.id === id,
  },
};

const owners = ['own', 'unassigned', "another's", 'deleted'] as const;
const seen = {
  all: ['own', 'unassigned', "another's"],
  ownAndUnassigned: ['own', 'unassigned'],
  own: ['own'],
} satisfies Record<LeadVisibility, (typeof owners)[number][]>;

async function createOf(owner: (typeof owners)[number], origin?: 'test'): Promise<Lead> {
  const { companyId, stepId } = tenant;
  const own = agent.userId;
  const ownerIds = { own, unassigned: null, "another's": other.userId, deleted: own };
  const key = await tenant.newKey({ firstUsedAt: new Date() });
  const lead = await createLead(base.db, {
    companyId,
    stepId,
    apiKeyId: key.id,
    ownerId: ownerIds[owner],
    phones: [String(5_511_900_000_000 + Math.floor(Math.random() * 99_999_999))],
    ...(owner === 'deleted' && { deletedAt: new Date() }),
    ...(origin && { origin }),
  });
  await base.sql`update leads set external_lead_id = id::text where id = ${lead.id}`;
  return { ...lead, externalLeadId: lead.id };
}

describe.each(Object.entries(ways))('%s', (_, { find, origin, readsDeleted }) => {
  test.each(leadVisibilities)('an agent who sees %s', async (sees) => {
    const found = [];
    for (const owner of owners) {
      const lead = await createOf(owner, origin);
      if (await find({ ...agent, sees }, lead)) found.push(owner);
    }

    expect(found).toEqual(readsDeleted ? [...seen[sees], 'deleted'] : seen[sees]);
  });
});

/** These take no lead, or are for admins, who see all leads. */
const others = ['leads.create', 'leads.erase'];

test('every procedure of leads is in the table', () => {
  const procedures = Object.keys(panelAccess).filter(
    (path) => /^(leads|reports)\./.test(path) && !others.includes(path),
  );
  const listed = Object.values(ways).flatMap(({ procedure }) => procedure ?? []);

  expect(listed.sort()).toEqual(procedures.sort());
});

test('a key reads the leads of all owners, and no deleted one', async () => {
  const actor = keyActor(tenant);

  for (const owner of owners) {
    const { id } = await createOf(owner);
    const isThere = owner !== 'deleted';
    expect(await reaches(readLead(base.db, actor, id))).toBe(isThere);
    expect(await listLeadsByExternalId(base.db, actor, id)).toHaveLength(isThere ? 1 : 0);
  }
});
