export interface Toast {
  message: string;
  failed: boolean;
  action: { label: string; onClick: () => void };
}

/** What has been said before there was anything to show it. */
let waiting: readonly Toast[] = [];
let screen: { show: (toast: Toast) => void; dismiss: () => void } | undefined;
const listeners = new Set<() => void>();

function setWaiting(toasts: readonly Toast[]): void {
  waiting = toasts;
  for (const listener of listeners) listener();
}

function present(toast: Toast): void {
  if (screen) screen.show(toast);
  else setWaiting([...waiting, toast]);
}

/** For what can be taken back. Everything else shows its result in place. */
export function showUndo(message: string, onUndo: () => void): void {
  present({ message, failed: false, action: { label: 'Undo', onClick: onUndo } });
}

/** For a change that was shown at once and had to be taken back, because the server refused it. */
export function showRetry(message: string, onRetry: () => void): void {
  present({ message, failed: true, action: { label: 'Retry', onClick: onRetry } });
}

/** For when what a toast offers has been done another way. */
export function dismissToasts(): void {
  screen?.dismiss();
  setWaiting([]);
}

/** Shows toasts on this screen from now on, those that wait first. Returns how to end that. */
export function showToastsOn(next: NonNullable<typeof screen>): () => void {
  screen = next;
  for (const toast of waiting) next.show(toast);
  setWaiting([]);

  return () => {
    if (screen === next) screen = undefined;
  };
}

export function waitingToasts(): readonly Toast[] {
  return waiting;
}

export function subscribeToWaiting(listener: () => void): () => void {
  listeners.add(listener);

  return () => listeners.delete(listener);
}
