/** The layers: which folder may import which. Each rule says why. */

const tests = '\\.test\\.ts$';

/** Each feature of the panel may use those before it. */
const features = [
  'funnels',
  'snippets',
  'api-keys',
  'inbound-addresses',
  'intake-log',
  'leads',
  'message-templates',
  'reports',
  'integrate',
  'audit',
  'company',
  'self-test',
  'account',
  'docs',
  'shell',
];

/** What each feature gives to other features. The rest of its folder is its own; routes use its screens. */
const given = [
  'api-keys/(?:key-form-values|key-labels|key-cells|secret-field|tried-lead|use-pasted-body)',
  'funnels/(?:archived-step|archiving|cells|funnel-tabs|name-dialog|outcome-mark|templates|use-refresh-funnels)',
  'inbound-addresses/(?:setup-steps|step-addresses)',
  'intake-log/sent-body',
  'leads/(?:contact-links|labels|lead-keys|marks|open-lead|to-do/use-to-do-counts)',
  'snippets/(?:integrate-link|snippet-guide|snippet-tabs|snippets|step-chooser)',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment:
        'The files of a cycle cannot be read or tested alone. Types count: they are read too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'An import that resolves to nothing fails at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'db-is-the-base',
      comment: 'Every layer uses the schema and the client, so they may know none of them.',
      severity: 'error',
      from: { path: '^db/', pathNot: `^db/testing|${tests}` },
      to: { path: '^(?:app|server|e2e|scripts|bench)/' },
    },
    {
      name: 'values-import-values',
      comment: 'Value lists are sent to the browser.',
      severity: 'error',
      from: { path: '^db/values/', pathNot: tests },
      to: { pathNot: '^db/values/' },
    },
    {
      name: 'services-hold-the-rules',
      comment:
        'Rules know no transport, no framework and no environment: the same ones serve HTTP, panel and command line.',
      severity: 'error',
      from: { path: '^server/services/', pathNot: tests },
      to: {
        path: '^(?:app|server/(?!services/|panel-api/schemas/))|/node_modules/(?:next|@trpc|trpc-to-openapi|next-auth)/',
      },
    },
    {
      name: 'schemas-are-for-the-wire',
      comment: 'Wire schemas are sent to the browser, so they know zod and value lists only.',
      severity: 'error',
      from: { path: '^server/panel-api/schemas/', pathNot: tests },
      to: { path: '^(?:app|server|db)/', pathNot: '^server/panel-api/schemas/|^db/values/' },
    },
    {
      name: 'events-below-intake',
      comment: 'Announcements serve caches and live screens alike, so they know neither.',
      severity: 'error',
      from: { path: '^server/events/', pathNot: tests },
      to: {
        path: '^(?:app|server/(?:intake|usage|public-api|panel-api|auth|http|process|cli|main|runtime))',
      },
    },
    {
      name: 'intake-below-transport',
      comment: 'How a lead is stored must not depend on how its request arrived.',
      severity: 'error',
      from: { path: '^server/intake/', pathNot: tests },
      to: { path: '^(?:app|server/(?:public-api|panel-api|auth|http|process|cli|main|runtime))' },
    },
    {
      name: 'usage-below-transport',
      comment: 'What is counted for a key must not depend on how its request arrived.',
      severity: 'error',
      from: { path: '^server/usage/', pathNot: tests },
      to: {
        path: '^(?:app|server/(?:intake|public-api|panel-api|auth|http|process|cli|main|runtime))',
      },
    },
    {
      name: 'apis-below-servers',
      comment: 'Servers and pages call the APIs, never the other way round.',
      severity: 'error',
      from: { path: '^server/(?:public-api|panel-api)/', pathNot: tests },
      to: { path: '^(?:app|server/(?:http|process|cli|main))' },
    },
    {
      name: 'public-api-knows-no-session',
      comment: 'A cookie can never reach a key route, nor a key an admin route.',
      severity: 'error',
      from: { path: '^server/public-api/', pathNot: tests },
      to: { path: '^server/(?:auth|panel-api)/' },
    },
    {
      name: 'panel-knows-no-key-route',
      comment:
        'The panel router must not expose a procedure that a key guards. Mappings and bodies are tried as the API reads bodies.',
      severity: 'error',
      from: { path: '^server/(?:panel-api|auth)/', pathNot: tests },
      to: {
        path: '^server/public-api/',
        pathNot: '^server/public-api/diagnose/(?:list-sent-paths|try-body|try-mapping)\\.ts$',
      },
    },
    {
      name: 'replay-below-transport',
      comment: 'What sends requests again reads them as the API does, and knows no caller.',
      severity: 'error',
      from: { path: '^server/replay/', pathNot: tests },
      to: { path: '^(?:app|server/(?:panel-api|auth|http|process|cli|main|runtime))' },
    },
    {
      name: 'comparison-below-transport',
      comment: 'Rows of a file become leads as requests do, and are read as the API reads them.',
      severity: 'error',
      from: { path: '^server/comparison/', pathNot: tests },
      to: { path: '^(?:app|server/(?:panel-api|auth|http|process|cli|main|runtime))' },
    },
    {
      name: 'auth-below-panel',
      comment: 'The panel finds out who calls from the session, and not the other way round.',
      severity: 'error',
      from: { path: '^server/auth/', pathNot: tests },
      to: { path: '^(?:app|server/(?:panel-api|http|process|cli|main))' },
    },
    {
      name: 'http-below-process',
      comment: 'The web server is started and stopped by the process and knows nothing of it.',
      severity: 'error',
      from: { path: '^server/http/', pathNot: tests },
      to: { path: '^(?:app|server/(?:process|cli|main|panel-api|auth))' },
    },
    {
      name: 'routes-on-top',
      comment:
        'A route shows a feature, and a feature is made of shared parts, not the other way round.',
      severity: 'error',
      from: { path: '^app/(?:features|_ui|_trpc)/', pathNot: tests },
      to: { path: '^app/(?!features/|_ui/|_trpc/)' },
    },
    {
      name: 'ui-knows-no-data',
      comment: 'Parts of a screen are used by all features, and work without the panel API.',
      severity: 'error',
      from: { path: '^app/_ui/', pathNot: tests },
      to: { path: '^app/(?!_ui/)' },
    },
    {
      name: 'data-knows-no-feature',
      comment: 'Sessions, queries and live changes serve all features alike.',
      severity: 'error',
      from: { path: '^app/_trpc/', pathNot: tests },
      to: { path: '^app/features/' },
    },
    {
      name: 'features-use-what-is-given',
      comment: 'What a feature does not give to others can be changed by reading its folder alone.',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^app/features/',
        pathNot: ['^app/features/$1/', `^app/features/(?:${given.join('|')})\\.`],
      },
    },
    {
      name: 'leads-in-order',
      comment:
        'What all screens of leads share knows none of them; the page of a lead knows no list that opens it.',
      severity: 'error',
      from: { path: '^app/features/leads/(?:lead/)?[^/]+$', pathNot: tests },
      to: { path: '^app/features/leads/(?:board|list|step)/' },
    },
    {
      name: 'shared-leads-below-lead',
      comment: 'What all screens of leads share knows none of them.',
      severity: 'error',
      from: { path: '^app/features/leads/[^/]+$', pathNot: tests },
      to: { path: '^app/features/leads/lead/' },
    },
    ...features.slice(0, -1).map((feature, index) => ({
      name: `${feature}-before-later-features`,
      comment: 'A feature is read after those that it uses.',
      severity: 'error',
      from: { path: `^app/features/${feature}/`, pathNot: tests },
      to: { path: `^app/features/(?:${features.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'app-uses-apis',
      comment: 'Pages and route handlers hold no rules and no SQL.',
      severity: 'error',
      from: { path: '^app/' },
      to: {
        path: '^(?:db/(?!values/)|server/(?:services|intake|events|process|cli|runtime|main|env))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-takes-schemas-and-types',
      comment:
        'What a client component imports is sent to the browser. The texts of the documentation are made on the server.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: '(?:page|layout|route|not-found|server)\\.tsx?$|^app/features/docs/content/',
      },
      to: {
        path: '^(?:server/(?!panel-api/schemas/)|db/(?!values/))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'e2e-stays-outside',
      comment:
        'End-to-end tests use what a person can reach; only their companies and members are written to the database.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(?:app|server|db/(?!client|factories/|seed/demo))' },
    },
    {
      name: 'bench-stays-outside',
      comment:
        'Benchmarks measure what ships from outside; they share only how a database is set up, what a request must hold, and how a member signs in.',
      severity: 'error',
      from: { path: '^bench/' },
      to: {
        path: '^(?:app|e2e|scripts|server)/',
        pathNot:
          '^(?:server/(?:public-api/lead-schema|services/api-keys/secret|process/progress)|e2e/sign-in)',
      },
    },
    {
      name: 'nothing-uses-bench',
      comment: 'What ships must not depend on what measures it.',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client is installed without the rest, for runtimes that are not Node.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'nothing-uses-client',
      comment: 'What ships here must not depend on what others install.',
      severity: 'error',
      from: { pathNot: '^client/' },
      to: { path: '^client/' },
    },
    {
      name: 'nothing-uses-tests',
      comment: 'Test helpers and test libraries must not end up in what ships.',
      severity: 'error',
      from: {
        path: '^(?:app|server)/',
        pathNot: `${tests}|^(?:app|server)/testing/|(?:fixture|testing)\\.ts$`,
      },
      to: { path: '^(?:app|server|db)/testing|fixture\\.ts$|/node_modules/vitest/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '(?:^|/)\\.next/|^client/dist/|^(?:node_modules/(?!next|@trpc|trpc-to-openapi|next-auth|vitest))',
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
};
