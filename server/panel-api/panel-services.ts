import type { Runtime } from '../runtime.ts';
import type { PanelServices } from './panel-context.ts';

/** What the panel uses of the process. */
export function panelServices(runtime: Runtime): PanelServices {
  const { panel, calls, events, intake, sessions, log, verifications, settings, bodySeal } =
    runtime;
  const { authSecret, keyPepper } = settings;

  return {
    ...{ db: panel.db, calls, events, intake, sessions, log, verifications },
    ...{ authSecret, keyPepper, bodySeal },
  };
}
