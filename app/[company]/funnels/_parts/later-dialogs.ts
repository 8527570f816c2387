import { loadLater } from '#app/_ui/load-later.tsx';

export const funnelDialogs = loadLater(
  async () => (await import('./funnel-dialogs.tsx')).FunnelDialogs,
);
export const stepDialogs = loadLater(async () => (await import('./step-dialogs.tsx')).StepDialogs);
