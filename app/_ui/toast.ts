export interface Toast {
  message: string;
  failed: boolean;
  action: { label: string; onClick: () => void };
}

/** Toasts created before the screen was loaded. */
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

/** For changes that can be undone. Other results are shown in place. */
export function showUndo(message: string, onUndo: () => void): void {
  present({ message, failed: false, action: { label: 'Undo', onClick: onUndo } });
}

/** For an optimistic change that was reverted, because the server refused it. */
export function showRetry(message: string, onRetry: () => void): void {
  present({ message, failed: true, action: { label: 'Retry', onClick: onRetry } });
}

/** Call when the action of a toast was done in another way. */
export function dismissToasts(): void {
  screen?.dismiss();
  setWaiting([]);
}

/** Shows waiting and later toasts on `next`. Returns a function that ends this. */
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
