import { expect, it } from 'vitest';
import { currentOf, navigation, navigationOf, sectionOf } from './nav-list.tsx';

const [crm, settings] = navigation;
const firsts = ['/funnels', '/settings/api-keys'];

it.each([
  ['/acme/funnels', 'page', undefined],
  ['/acme/funnels/1/steps/2', 'true', undefined],
  ['/acme/leads/3', undefined, undefined],
  ['/acme/settings/api-keys', undefined, 'page'],
  ['/acme/funnels-elsewhere', undefined, undefined],
])('marks the current item at %s', (pathname, funnels, apiKeys) => {
  const marks = [crm, settings].map((section) => {
    const item = section?.items.find(({ path }) => firsts.includes(path));

    return item && currentOf(item, 'acme', pathname);
  });

  expect(marks).toEqual([funnels, apiKeys]);
});

it.each([
  ['/acme/funnels/1/steps/2', '/funnels'],
  ['/acme/to-do', '/to-do'],
  ['/acme/leads/3', '/leads'],
  ['/acme/leads', '/leads'],
  ['/acme/reports', '/reports'],
  ['/acme/integrate', '/integrate'],
  ['/acme/intake-log/1', '/intake-log'],
  ['/acme/settings/audit-log', '/settings/audit-log'],
  ['/acme/account', '/account'],
  ['/acme/nowhere', '/funnels'],
])('finds the section of %s', (pathname, section) => {
  expect(sectionOf('acme', pathname)).toBe(section);
});

it.each([
  ['admin', ['CRM', 'Settings'], true],
  ['agent', ['CRM'], true],
  ['viewer', ['CRM'], false],
] as const)('shows %s the sections %j', (role, titles, hasToDo) => {
  const sections = navigationOf(role);
  expect(sections.map(({ title }) => title)).toEqual(titles);
  expect(sections[0]?.items.some(({ label }) => label === 'To do')).toBe(hasToDo);
  expect(sections[0]?.items.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Funnels', 'Leads', 'Intake log', 'Integrate']),
  );
});
