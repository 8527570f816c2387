import { addressOf, openedMark } from './open-lead.ts';

const isOpened = () => history.state?.[openedMark] === true;

/** Shows another lead instead of the open one. */
export const replaceLead = (leadId: string) =>
  history.replaceState(isOpened() ? { [openedMark]: true } : null, '', addressOf(leadId));

let isClosing = false;

/** Goes back where `openLead` came from, so that closed leads leave no history entries. */
export function closeLead(): void {
  if (isClosing) return;
  if (!isOpened()) {
    history.replaceState(null, '', addressOf(''));
    return;
  }
  isClosing = true;
  const end = () => {
    isClosing = false;
  };
  addEventListener('popstate', end, { once: true });
  history.back();
}
