import { ChevronRight, Circle, CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { CodeBlock } from '#app/_ui/code-block.tsx';
import { digits } from '#app/_ui/format.ts';
import {
  RowHead,
  Table,
  TableBody,
  TableFrame,
  TableHead,
  TableRow,
  Td,
  Th,
} from '#app/_ui/table.tsx';
import type { SelfTestCase } from '#server/public-api/self-test/self-test-case.ts';
import type { Answer, Difference, Result } from './send-case.ts';
import type { CaseState } from './use-self-test.ts';

interface CaseTableProps {
  cases: readonly SelfTestCase[];
  states: ReadonlyMap<SelfTestCase, CaseState>;
}

/** Grouped by status. */
export function CaseTable({ cases, states }: CaseTableProps) {
  const sorted = cases.toSorted((one, other) => one.status - other.status);

  return (
    <TableFrame>
      <Table caption="Requests of the self-test, by status" className="md:table-fixed">
        <TableHead>
          <Th className="w-20">Status</Th>
          <Th>Request</Th>
          <Th className="w-28">Result</Th>
          <Th className="w-24 text-right">Time</Th>
        </TableHead>
        <TableBody>
          {sorted.map((each) => (
            <CaseRow key={`${each.status} ${each.name}`} each={each} state={states.get(each)} />
          ))}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

function CaseRow({ each, state }: { each: SelfTestCase; state: CaseState }) {
  const result = state === 'running' ? undefined : state;

  return (
    <TableRow className="max-md:grid-cols-[2.5rem_auto_minmax(0,1fr)]">
      <Td className="tabular-nums md:align-top">{each.status}</Td>
      <RowHead className="md:align-top max-md:order-last max-md:col-span-3">
        {result ? (
          <Details each={each} result={result} />
        ) : (
          /* The place of the arrow. */
          <div className="pl-5">
            <CaseName each={each} />
          </div>
        )}
        {result?.passed === false && <Differences differences={result.differences} />}
      </RowHead>
      <Td className="md:align-top">
        <CaseResult state={state} />
      </Td>
      <Td className="text-right text-fg-muted tabular-nums md:align-top">
        {result ? `${digits(Math.round(result.ms))} ms` : '–'}
      </Td>
    </TableRow>
  );
}

function CaseName({ each }: { each: SelfTestCase }) {
  return (
    <>
      {each.name} {each.isSimulated && <Badge>Simulated</Badge>}
    </>
  );
}

type Outcome = 'passed' | 'failed' | 'running' | 'waiting';

const outcomes: Record<Outcome, { label: string; tone: Tone; icon: ReactNode }> = {
  passed: { label: 'Pass', tone: 'success', icon: <CircleCheck aria-hidden /> },
  failed: { label: 'Fail', tone: 'danger', icon: <CircleX aria-hidden /> },
  running: {
    label: 'Running',
    tone: 'info',
    icon: <LoaderCircle aria-hidden className="animate-spin" />,
  },
  waiting: { label: 'Not run', tone: 'neutral', icon: <Circle aria-hidden /> },
};

function outcomeOf(state: CaseState): Outcome {
  if (state === undefined) return 'waiting';
  if (state === 'running') return 'running';
  return state.passed ? 'passed' : 'failed';
}

function CaseResult({ state }: { state: CaseState }) {
  const { label, tone, icon } = outcomes[outcomeOf(state)];

  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const textOf = ({ status, headers, body }: Answer) =>
  [status, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join(
    '\n',
  );

/** The parts are rendered once they are opened. */
function Details({ each, result }: { each: SelfTestCase; result: Result }) {
  const [open, setOpen] = useState(false);
  const { commands, answer } = result;
  const title = `${each.status}: ${each.name}`;

  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex list-none items-center gap-1 rounded-sm coarse:py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-fg-muted transition-transform group-open:rotate-90"
        />
        <CaseName each={each} />
      </summary>
      {open && (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
          <CodeBlock
            code={commands.join('\n\n')}
            label={`curl command, ${title}`}
            copyLabel="Copy curl"
          />
          {answer && (
            <CodeBlock code={textOf(answer)} label={`Answer, ${title}`} copyLabel="Copy answer" />
          )}
        </div>
      )}
    </details>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm [overflow-wrap:anywhere]">
      {differences.map(({ what, expected, got }) => (
        <div key={what} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-fg-muted">{what}</dt>
          <dd>{`expected ${expected}, got ${got}`}</dd>
        </div>
      ))}
    </dl>
  );
}
