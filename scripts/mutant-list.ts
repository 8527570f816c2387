export interface Mutant {
  name: string;
  /** File, what it says, and what it says instead. */
  edits: [file: string, from: string, to: string][];
  /** Filters of vitest, or with `isBrowser` of Playwright. */
  tests: string[];
  isBrowser?: boolean;
}

/** What `npm run mutants` breaks. `mutant-list.test.ts` holds each to what the code says. */
export const mutants: Mutant[] = [
  {
    name: 'drop the visibility condition of one list',
    edits: [
      [
        'server/services/leads/list-leads.ts',
        '        isVisibleTo(actor),\n        filter',
        '        filter',
      ],
    ],
    tests: ['server/services/leads/visibility'],
  },
  {
    name: 'forget to refresh the search words',
    edits: [
      [
        'server/services/leads/save-leads.ts',
        '  if (isSearched(set)) await refreshSearchWords(tx, companyId, ids);\n',
        '',
      ],
    ],
    tests: ['server/services/leads'],
  },
  {
    name: 'forget to announce',
    edits: [
      ['server/services/funnels/archive-funnel.ts', "    await announce(tx, 'steps');\n", ''],
    ],
    tests: ['server/services/announce', 'server/services/funnels'],
  },
  {
    name: 'skip the lock of the company',
    edits: [
      ['server/services/funnels/create-funnel.ts', '    await lockCompany(tx, companyId);\n', ''],
    ],
    tests: ['server/services/races'],
  },
  {
    name: 'answer before the commit',
    edits: [
      ['server/intake/store-leads.ts', '        tx.commit(),\n', '        void tx.commit(),\n'],
      [
        'db/connections/transaction.ts',
        "await (committed ?? control('commit'))",
        "committed ? { command: 'COMMIT' } : await control('commit')",
      ],
    ],
    tests: ['db/connections', 'server/intake'],
  },
  {
    name: 'read the body before the key',
    edits: [
      [
        'server/public-api/handle.ts',
        '  const data: unknown = await callTRPCProcedure({',
        '  const early = await readInput(ctx, operation.bodyLimit);\n  const data: unknown = await callTRPCProcedure({',
      ],
      [
        'server/public-api/handle.ts',
        'operation.takesAnyBody ? readAnyBody(ctx) : readInput(ctx, operation.bodyLimit)',
        'early',
      ],
    ],
    tests: ['server/public-api/contract-request'],
  },
  {
    name: 'let a viewer move a lead',
    edits: [
      ['server/panel-api/routers/leads.ts', '  move: agentProcedure', '  move: viewerProcedure'],
    ],
    tests: ['server/panel-api/panel-router'],
  },
  {
    name: 'lose an undo',
    edits: [
      [
        'server/services/leads/change-leads.ts',
        'Map.groupBy(change.leads, ({ lead }) => lead[change.field])',
        'Map.groupBy(change.leads, ({ to }) => to)',
      ],
    ],
    tests: ['server/services/leads/change-leads'],
  },
  {
    name: 'a button without a name',
    edits: [['app/_ui/button.tsx', '      aria-label={label}\n', '']],
    tests: ['e2e/accessibility.spec.ts', '-g', 'the shell around it'],
    isBrowser: true,
  },
  {
    name: 'a dark text of low contrast',
    edits: [['app/globals.css', '--fg-subtle: #9398a3', '--fg-subtle: #4d5159']],
    tests: ['app/_ui/tokens'],
  },
];
