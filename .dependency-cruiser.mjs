/** The floors of the house: who may use whom. Each rule says why. */

const anyServer = '^server/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle has no floor: neither end can be read or tested alone.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'A path that resolves to nothing fails at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'db-is-the-ground',
      comment: 'The schema serves every floor, so it may know none of them.',
      severity: 'error',
      from: { path: '^db/', pathNot: '^db/(?:testing|seed/.+\\.test\\.)' },
      to: { path: '^(?:app|server|e2e|scripts)/' },
    },
    {
      name: 'values-are-bare',
      comment: 'Value lists travel to the browser.',
      severity: 'error',
      from: { path: '^db/values/' },
      to: {},
    },
    {
      name: 'services-hold-the-rules',
      comment:
        'Rules know no transport, no framework and no environment: the same ones serve HTTP, panel and command line.',
      severity: 'error',
      from: { path: '^server/services/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(?:app|server/(?!services/|api/schemas/))|/node_modules/(?:next|@trpc|trpc-to-openapi|next-auth)/',
      },
    },
    {
      name: 'schemas-are-for-the-wire',
      comment: 'Wire schemas travel to the browser, so they know zod and value lists only.',
      severity: 'error',
      from: { path: '^server/api/schemas/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:app|server|db)/', pathNot: '^server/api/schemas/|^db/values/' },
    },
    {
      name: 'intake-below-transport',
      comment: 'What makes one process fast must not depend on how requests arrive.',
      severity: 'error',
      from: { path: '^server/intake/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:app|server/(?:api|rest|auth|process|cli|main))' },
    },
    {
      name: 'api-below-doors',
      comment: 'Procedures are called by doors and pages, never the other way round.',
      severity: 'error',
      from: { path: '^server/api/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:app|server/(?:rest|process|cli|main))' },
    },
    {
      name: 'rest-knows-no-session',
      comment: 'A cookie can never reach a key route, nor a key an admin route.',
      severity: 'error',
      from: { path: '^server/(?:rest|api/public)', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:app|server/(?:auth|process|cli|main|api/panel|api/routers))' },
    },
    {
      name: 'public-stays-out-of-panel',
      comment: 'The panel router must not expose a procedure that a key guards.',
      severity: 'error',
      from: { path: '^server/api/(?:panel|routers)' },
      to: { path: '^server/api/public' },
    },
    {
      name: 'app-uses-doors',
      comment: 'Pages and route handlers hold no rules and no SQL.',
      severity: 'error',
      from: { path: '^app/' },
      to: {
        path: '^(?:db/(?!values/)|server/(?:services|intake|process|cli|runtime|main|env))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-takes-schemas-and-types',
      comment: 'Whatever a client component imports is sent to the browser.',
      severity: 'error',
      from: { path: '^app/', pathNot: '(?:page|layout|route|not-found|server)\\.tsx?$' },
      to: {
        path: '^(?:server/(?!api/schemas/)|db/(?!values/))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'e2e-stays-outside',
      comment: 'End-to-end tests use what a person can reach.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(?:app|server|db/(?!factories/|seed/demo))' },
    },
    {
      name: 'bench-stays-outside',
      comment:
        'Benchmarks measure what ships from outside; they share only how a database is set up and what a request must hold.',
      severity: 'error',
      from: { path: '^bench/' },
      to: {
        path: '^(?:app|e2e|scripts|server)/',
        pathNot:
          '^server/(?:api/schemas/|services/api-keys/secret|process/(?:prepare-database|progress))',
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
      name: 'nothing-uses-tests',
      comment: 'Test helpers and test libraries must not end up in what ships.',
      severity: 'error',
      from: {
        path: anyServer,
        pathNot: '\\.test\\.ts$|^server/testing/|(?:fixture|testing)\\.ts$',
      },
      to: { path: '^server/testing/|^db/testing|fixture\\.ts$|/node_modules/vitest/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '(?:^|/)\\.next/|^(?:node_modules/(?!next|@trpc|trpc-to-openapi|next-auth|vitest))',
    },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
};
