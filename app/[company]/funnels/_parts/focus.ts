/** A button that moves along with its row loses the focus on the way: give it back afterwards. */
export function keepFocusOn(element: HTMLElement): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (element.isConnected) element.focus();
    }),
  );
}

/** For when the pressed button has gone with its row. */
export function rescueFocus(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}
