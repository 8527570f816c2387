import { loadLater } from '../../_ui/load-later.tsx';

export const accountDialogs = loadLater(
  async () => (await import('./account-dialogs.tsx')).AccountDialogs,
);
