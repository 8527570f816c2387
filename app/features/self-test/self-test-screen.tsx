'use client';

import { CircleCheck, CircleX, Download, Play } from 'lucide-react';
import Link from 'next/link';
import type { Failure } from '#app/_trpc/failure.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { digits } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { saveFile } from '#app/_ui/save-file.ts';
import { Section } from '#app/_ui/section.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import type { LeftOut, SelfTestCase } from '#server/public-api/self-test/self-test-case.ts';
import { CaseTable } from './case-table.tsx';
import { type CaseState, useSelfTest } from './use-self-test.ts';

const purpose = 'Sends test requests from this browser to the API and checks each answer.';

interface SelfTestScreenProps {
  /** In the order in which they are sent. */
  cases: readonly SelfTestCase[];
  leftOut: readonly LeftOut[];
}

export function SelfTestScreen(props: SelfTestScreenProps) {
  if (useCan('admin')) return <SelfTest {...props} />;

  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader title="Self-test" meta={purpose} />
      <ForbiddenState>Only admins of this company can run the self-test.</ForbiddenState>
    </div>
  );
}

function SelfTest({ cases, leftOut }: SelfTestScreenProps) {
  const { slug } = useSession().company;
  const { states, startedAt, isRunning, isDone, failure, start } = useSelfTest(cases);
  const { passed, failed } = countResults(states.values());

  function download() {
    if (!startedAt) return;
    const { origin } = window.location;
    const report = makeReport({ origin, company: slug, startedAt, cases, states, leftOut });
    saveFile(`self-test-${startedAt.toISOString().slice(0, 10)}.json`, report, 'application/json');
  }

  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader
        title="Self-test"
        meta={purpose}
        actions={
          <>
            {isDone && (
              <Button onClick={download}>
                <Download aria-hidden />
                Download report
              </Button>
            )}
            <Button variant="primary" pending={isRunning} onClick={start}>
              {!isRunning && <Play aria-hidden />}
              {startedAt && !isRunning ? 'Run again' : 'Run self-test'}
            </Button>
          </>
        }
      />
      <SelfTestFailure failure={failure} company={slug} />
      <div className="min-h-6 font-medium">
        <div role="status">{isDone && <Summary passed={passed} failed={failed} />}</div>
        {isRunning && `${digits(passed + failed)} of ${digits(cases.length)}`}
        {!startedAt && `${digits(cases.length)} requests`}
      </div>
      <CaseTable cases={cases} states={states} />
      <Section title="Not tested from a browser">
        <dl className="grid gap-y-2">
          {leftOut.map(({ status, text, reason }) => (
            <div key={text} className="grid gap-x-4 md:grid-cols-[3rem_20rem_minmax(0,1fr)]">
              <dt className="md:contents">
                <span className="mr-2 text-fg-muted">{status}</span>
                <span>{text}</span>
              </dt>
              <dd className="text-fg-muted">{reason}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  );
}

function Summary({ passed, failed }: { passed: number; failed: number }) {
  const Icon = failed === 0 ? CircleCheck : CircleX;

  return (
    <p className={`flex items-center gap-2 ${failed === 0 ? 'text-success' : 'text-danger'}`}>
      <Icon aria-hidden className="size-5" />
      {`${digits(passed)} passed, ${digits(failed)} failed`}
    </p>
  );
}

interface SelfTestFailureProps {
  failure: Failure | null;
  company: string;
}

/** A conflict means that there is no step for the leads. */
function SelfTestFailure({ failure, company }: SelfTestFailureProps) {
  return (
    <FormError>
      {failure && (
        <>
          {failure.message}
          {failure.code === 'CONFLICT' && (
            <>
              {': '}
              <Link href={`/${company}/funnels`} className="underline underline-offset-2">
                Funnels
              </Link>
            </>
          )}
        </>
      )}
    </FormError>
  );
}

interface ReportInput {
  origin: string;
  company: string;
  startedAt: Date;
  cases: readonly SelfTestCase[];
  states: ReadonlyMap<SelfTestCase, CaseState>;
  leftOut: readonly LeftOut[];
}

function countResults(states: Iterable<CaseState>) {
  const results = [...states].filter((state) => state !== undefined && state !== 'running');
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed };
}

/** Everything that a run has shown, as JSON. The commands name no secret. */
function makeReport(input: ReportInput): string {
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
