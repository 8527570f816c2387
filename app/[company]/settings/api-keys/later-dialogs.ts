export const keyDialogs = {
  name: 'API key dialogs',
  load: async () => (await import('./key-dialogs.tsx')).KeyDialogs,
};
