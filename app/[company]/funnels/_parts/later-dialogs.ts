export const funnelDialogs = {
  name: 'funnel dialogs',
  load: async () => (await import('./funnel-dialogs.tsx')).FunnelDialogs,
};
export const stepDialogs = {
  name: 'step dialogs',
  load: async () => (await import('./step-dialogs.tsx')).StepDialogs,
};
