import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '#app/features/leads/filters/filter-values.ts';
import { ContactSection } from '#app/features/leads/lead/contact-section.tsx';
import { CustomFields } from '#app/features/leads/lead/lead-sections.tsx';
import {
  Attribution,
  LongTexts,
  PersonFacts,
  submittedData,
} from '#app/features/leads/lead/submitted.tsx';
import { withTestDatabase } from '#db/testing.ts';
import {
  allFields,
  editedTexts,
  type FieldName,
  fieldFilters,
  fieldOf,
  searchedFields,
} from '#db/values/lead-fields.ts';
import { fillSearch } from '../intake/search-index.ts';
import { boardInput } from '../panel-api/schemas/board.ts';
import { filterChoices, leadsQuery } from '../panel-api/schemas/lead-list.ts';
import { editLeadInput } from '../panel-api/schemas/lead-work.ts';
import { leadDetail } from '../panel-api/schemas/leads.ts';
import { queryOf, readAddress } from '../panel-api/schemas/leads-address.ts';
import { editLead } from '../services/leads/edit-lead.ts';
import { exportLeads } from '../services/leads/export-leads.ts';
import { getBoard } from '../services/leads/get-board.ts';
import { getLead } from '../services/leads/get-lead.ts';
import { listCompanyLeads } from '../services/leads/list-company-leads.ts';
import { listFilterChoices } from '../services/leads/list-filter-choices.ts';
import { searchLeads } from '../services/leads/search-leads.ts';
import { updateLead } from '../services/leads/update-lead.ts';
import { leadOf } from '../testing/contract.ts';
import { send } from '../testing/http-client.ts';
import { createTenant, type Member, type Tenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';

/** What becomes of each field of the list, in all places that are made from it. */

const base = withTestDatabase();
const web = withWebServer(() => base.url);
let tenant: Tenant;
let actor: Member;
let id: string;

/** A value of one word, for all fields that are texts. */
const word = (field: FieldName) => `the${field.toLowerCase()}${field === 'email' ? '@x.test' : ''}`;
/** The value as a part of texts that show it. */
const textOf = (field: FieldName) => (field === 'phones' ? '5511987654321' : word(field));
function valueFor(field: FieldName, text = textOf(field)): unknown {
  if (field === 'phones') return [text];
  if (field === 'email') return text.includes('@') ? text : `${text}@x.test`;
  return field === 'customFields' ? { plan: text } : text;
}

const other = { name: 'Other' };

async function post(fields: object): Promise<string> {
  const answer = await send(web.port, {
    path: `/api/leads/public/${tenant.stepId}`,
    headers: {
      host: tenant.host,
      'x-api-key': tenant.secret,
      'content-type': 'application/json',
    },
    body: JSON.stringify(fields),
  });
  expect(answer.headers['x-ignored-fields']).toBeUndefined();
  return leadOf(answer).id ?? '';
}

/** As the panel gets it. */
async function read(lead: string) {
  const detail = leadDetail.parse(await getLead(base.db, actor, { id: lead }));
  return { ...detail, ...detail.attribution };
}

beforeAll(async () => {
  tenant = await createTenant(base.db);
  actor = await tenant.newMember('admin');
  id = await post(Object.fromEntries(allFields.map((field) => [field, valueFor(field)])));
  await post(other);
});

describe.each(allFields)('%s', (field) => {
  it('is stored under each of its names, and shown by the panel', async () => {
    for (const name of [field, ...(fieldOf(field).aliases ?? [])]) {
      const value = valueFor(field, '5511300000000');
      const lead = await read(await post({ ...(field !== 'name' && other), [name]: value }));
      expect(lead[field]).toEqual(value);
    }
  });

  it('stands on the page of the lead', async () => {
    const lead = await read(id);
    const parts = [
      createElement(ContactSection, { contact: lead.contact, name: '' }),
      createElement(PersonFacts, { lead }),
      createElement(LongTexts, { lead }),
      createElement(Attribution, { lead }),
      createElement(CustomFields, { fields: lead.customFields }),
    ];
    expect(parts.map((part) => renderToStaticMarkup(part)).join('')).toContain(textOf(field));
    expect(submittedData(lead)[field]).toEqual(valueFor(field));
  });

  it('has a column in the export', async () => {
    const wanted = {
      columns: ['contact'],
      address: '',
      totalMs: 20_000,
      pieceBytes: 65_536,
    } as const;
    const query = { search: word('name') };
    const file = await exportLeads(base.productPool, actor, { ...wanted, query });
    const pieces: Buffer[] = [];
    await file.send(async (piece) => {
      pieces.push(piece);
    }, new AbortController().signal);
    const [heads = '', cells = ''] = Buffer.concat(pieces).toString().split('\n');
    const { header, label } = fieldOf(field);
    const place = heads.split(',').indexOf(header ?? label);
    expect(cells.split(',')[place]).toContain(textOf(field));
  });
});

const find = async (text: string) =>
  (await searchLeads(base.db, actor, { text })).items.map((lead) => lead.id);

/** The words of a lead are made by intake, in the background, and again after a change. */
const ways: [way: string, prepare: () => Promise<unknown>][] = [
  ['as intake stores it', async () => {}],
  [
    'after its words were made in the background',
    async () => {
      await base.sql`update leads set search_words = null where id = ${id}`;
      // Another process may be making words: it makes these too.
      const isPending = async () =>
        (await base.sql`select from leads where search_words is null and origin <> 'test'`).length;
      while (await isPending()) await fillSearch(base.sql, '00000000-0000-0000-0000-000000000000');
    },
  ],
  [
    'after a change',
    () => updateLead(base.db, actor, { id, status: { from: 'new', to: 'contacted' } }),
  ],
];

describe.each(ways)('a lead %s', (_, prepare) => {
  beforeAll(prepare);

  it.each(searchedFields)('is found by its %s', async (field) => {
    expect(await find(word(field))).toEqual([id]);
  });

  it.each(fieldFilters)('is found by the filter $param', async ({ name, param }) => {
    const ask = async (value: string, text: string) => {
      const address = readAddress(new URLSearchParams({ [param]: value, q: text }));
      const query = leadsQuery.parse(queryOf(address));
      const { filter, search } = query;
      const board = boardInput.parse({ funnelId: tenant.funnel.id, filter, search });
      const list = await listCompanyLeads(base.db, actor, query);
      const { steps } = await getBoard(base.db, actor, board);
      expect(steps.flatMap(({ items }) => items.map((lead) => lead.id))).toEqual(
        list.items.map((lead) => lead.id),
      );
      return list.items.map((lead) => lead.id);
    };
    // With a text, the index is asked at once.
    for (const text of ['', word('name')]) {
      expect(await ask(word(name), text)).toContain(id);
      expect(await ask('another', text)).toEqual([]);
    }
  });
});

it.each(fieldFilters)('offers the values of $name to filter by', async ({ name, param }) => {
  const choices = filterChoices.parse(await listFilterChoices(base.db, actor));
  expect(optionsOf(param, choices)).toContainEqual({ value: word(name), label: word(name) });
});

it.each(editedTexts)('lets a member edit %s', async (field) => {
  const lead = await post({ ...other, [field]: word(field) });
  const to = field === 'email' ? 'edited@x.test' : 'edited';
  const edit = { id: lead, [field]: { from: word(field), to } };
  const edited = await editLead(base.db, actor, editLeadInput.parse(edit));
  expect(edited[field]).toBe(to);
  expect(edited.events.at(-1)).toMatchObject({ field, from: word(field), to });
});
