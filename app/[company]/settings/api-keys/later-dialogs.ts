import { loadLater } from '../../../_ui/load-later.tsx';

export const keyDialogs = loadLater(async () => (await import('./key-dialogs.tsx')).KeyDialogs);
