/** Restores the focus of a button that loses it because its row moves. */
export function restoreFocus(element: HTMLElement): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (element.isConnected) element.focus();
    }),
  );
}

/** Focuses `main` when the pressed button was removed with its row. */
export function focusMainIfLost(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}
