import { beforeAll, test } from 'vitest';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { createAcme, expectOneLine, unknownId, withCli } from './testing.ts';

const { database, call } = withCli();
const create = 'keys create --company sales --name Wrong';

beforeAll(async () => {
  await createAcme(database);
  const { id: applicationId } = await createApplication(database.db);
  await createCompany(database.db, { applicationId, slug: 'bare' });
});

test.each<[string, string, number, RegExp]>([
  [
    'a call without a noun',
    '',
    2,
    /one of applications, .* \(see: npm run --silent cli -- --help\)/,
  ],
  ['an unknown noun', 'kings', 2, /unknown command 'kings'/],
  ['a call without a verb', 'keys', 2, /one of list, create, .* keys --help/],
  ['an unknown verb', 'keys rotat', 2, /unknown command 'rotat'/],
  ['an additional argument', `keys deactivate ${unknownId} x`, 2, /too many arguments/],
  ['a missing option', 'keys create --company sales', 2, /--name.*see: .*keys create --help/],
  ['an unknown option', `${create} --nam x`, 2, /unknown option '--nam'/],
  ['a wrong date', `${create} --expires-at tomorrow`, 2, /2027-01-31.*keys create --help/],
  ['a date that does not exist', `${create} --expires-at 2099-02-30`, 2, /2027-01-31/],
  ['a time without zone', `${create} --expires-at 2099-01-01T10:00:00`, 2, /2027-01-31/],
  ['a date in the past', `${create} --expires-at 2020-01-01`, 2, /ahead.*keys create --help/],
  ['an unknown permission', `${create} --permissions all`, 2, /leads:create,leads:read, none/],
  ['an empty name', 'keys create --company sales --name " "', 2, /name: Enter a name/],
  ['a malformed step', `${create} --steps first`, 2, /not an ID/],
  ['an unknown company', 'keys list --company unknown', 3, /no company "unknown"/],
  ['the log of an unknown company', 'audit list --company unknown', 3, /no company "unknown"/],
  ['an unknown step', `${create} --steps ${unknownId}`, 3, /Step not found/],
  ['an unknown key', `keys deactivate ${unknownId}`, 3, /no API key/],
  ['a malformed key ID', 'keys activate 7', 2, /not an ID/],
  ['leads of an unknown step', `leads list --step ${unknownId}`, 3, /no funnel step/],
  ['a limit of 0', `leads list --step ${unknownId} --limit 0`, 2, /whole number/],
  ['a taken slug', 'applications create acme --name A', 1, /"acme" already/],
  [
    'a taken company slug',
    'companies create sales --application acme --name A',
    1,
    /"sales" already/,
  ],
  ['an invalid slug', 'applications create "A b" --name A', 2, /slug/],
  ['a reserved slug', 'companies create api --application acme --name A', 2, /reserved/],
  ['an empty company name', 'companies create a --application acme --name " "', 2, /name/],
  ['an invalid host', 'hosts add "a b" --application acme', 2, /not a host name/],
  ['a host with a path', 'hosts add a.test/x --application acme', 2, /not a host name/],
  ['an unknown application', 'hosts add a.test --application no', 3, /no application "no"/],
  ['an unknown host', 'hosts remove nowhere.test', 3, /No application has the host/],
  ['an unknown role', 'users role a@b.test --company sales --role boss', 2, /viewer, agent, admin/],
  [
    'an invalid email address',
    'users role ab --company sales --role admin',
    2,
    /not an email address/,
  ],
  ['a demo of 0 leads', 'demo grow --leads 0 --company sales', 2, /from 1 to 1000000000/],
  [
    'a fraction of a lead',
    'demo grow --leads 1.5 --company sales',
    2,
    /whole number.*demo grow --help/,
  ],
  ['a demo without a company', 'demo grow --leads 9', 2, /--company/],
  [
    'a demo for an unknown company',
    'demo grow --leads 9 --company unknown',
    3,
    /no company "unknown"/,
  ],
  [
    'a demo for a company without a step',
    'demo grow --leads 9 --company bare',
    1,
    /no step that takes leads/,
  ],
])('refuses %s', async (_, line, exitCode, said) => {
  expectOneLine(await call(line), exitCode, said);
});
