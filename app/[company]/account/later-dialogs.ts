export const accountDialogs = {
  name: 'account dialogs',
  load: async () => (await import('./account-dialogs.tsx')).AccountDialogs,
};
