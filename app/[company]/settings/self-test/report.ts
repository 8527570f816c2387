import type { LeftOut, SelfTestCase } from '#server/public-api/self-test/self-test-case.ts';
import type { CaseState } from './use-self-test.ts';

interface ReportInput {
  origin: string;
  company: string;
  startedAt: Date;
  cases: readonly SelfTestCase[];
  states: ReadonlyMap<SelfTestCase, CaseState>;
  leftOut: readonly LeftOut[];
}

export function countResults(states: Iterable<CaseState>) {
  const results = [...states].filter((state) => state !== undefined && state !== 'running');
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed };
}

/** Everything that a run has shown, as JSON. The commands name no secret. */
export function makeReport(input: ReportInput): string {
  const { origin, company, startedAt, cases, states, leftOut } = input;
  const report = {
    origin,
    company,
    startedAt: startedAt.toISOString(),
    ...countResults(states.values()),
    cases: cases.map((each) => {
      const state = states.get(each);
      const result = state === 'running' ? undefined : state;
      return {
        name: each.name,
        expected: { status: each.status, text: each.text, headers: each.headers },
        simulated: each.isSimulated,
        ...(result ?? { passed: null }),
      };
    }),
    leftOut,
  };

  return `${JSON.stringify(report, null, 2)}\n`;
}
