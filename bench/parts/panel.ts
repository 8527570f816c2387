import { phase } from '#server/process/progress.mjs';
import type { Findings, Series } from '../findings.ts';
import type { PanelClient } from '../panel-client.ts';
import type { Plan } from '../plan.ts';
import { percentile } from '../statistics.ts';

/** A panel over a database of one size, and a funnel and step to look at. */
export interface PanelOfSize {
  /** As the report names it. */
  name: string;
  client: PanelClient;
  funnelId: string;
  stepId: string;
}

interface Screen {
  procedure: string;
  input: (panel: PanelOfSize) => object;
  /** Whether the step's page waits for it. */
  isOfStepPage: boolean;
}

/** What the board, a funnel's page and a step's page ask for. */
const screens: readonly Screen[] = [
  { procedure: 'funnels.list', input: () => ({ archived: false }), isOfStepPage: false },
  { procedure: 'funnels.get', input: ({ funnelId }) => ({ id: funnelId }), isOfStepPage: false },
  { procedure: 'steps.get', input: ({ stepId }) => ({ id: stepId }), isOfStepPage: true },
  { procedure: 'leads.list', input: ({ stepId }) => ({ stepId }), isOfStepPage: true },
];
const warmUpCalls = 10;

/** Milliseconds of each call, one after the other, the shortest first. */
async function time(panel: PanelOfSize, screen: Screen, calls: number): Promise<Float64Array> {
  const times = new Float64Array(calls);
  for (let call = -warmUpCalls; call < calls; call += 1) {
    const began = performance.now();
    await panel.client.call(screen.procedure, screen.input(panel));
    if (call >= 0) times[call] = performance.now() - began;
  }
  return times.sort();
}

/** Whether screens slow down with what is stored. */
export async function measurePanel(
  findings: Findings,
  panels: readonly [small: PanelOfSize, large: PanelOfSize],
  { rounds, sizes }: Plan,
): Promise<void> {
  for (const screen of screens) {
    const times = panels.map((): Float64Array[] => []);
    await phase(`Panel: ${screen.procedure}`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        for (const [at, panel] of panels.entries())
          times[at]?.push(await time(panel, screen, sizes?.calls ?? 0));
      }
    });

    const [small, large] = panels.map((panel, at): Series => {
      const add = (figure: string, share: number) =>
        findings.add({
          name: `${screen.procedure}, ${panel.name}, ${figure}`,
          unit: 'ms',
          values: times[at]?.map((sorted) => percentile(sorted, share)) ?? [],
        });
      add('p50', 0.5);
      return add('p95', 0.95);
    });
    if (!small || !large) continue;

    const name = `p95 of ${screen.procedure}, ${panels[1].name} ÷ ${panels[0].name}`;
    findings.compare(name, large, small, screen.isOfStepPage ? { atMost: 1.5 } : {});
  }
}
