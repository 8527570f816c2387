import type { Runtime } from '../runtime.ts';
import type { PanelServices } from './panel-context.ts';

/** What the panel uses of the process. */
export function panelServices({ panel, events, sessions, log, settings }: Runtime): PanelServices {
  const { authSecret, keyPepper } = settings;

  return { db: panel.db, events, sessions, log, authSecret, keyPepper };
}
