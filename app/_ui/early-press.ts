declare global {
  interface Window {
    earlyPress?: HTMLElement | undefined;
  }
}

/**
 * Runs before anything else of the page. What the server has drawn can be pressed at once, but
 * reacts only when the page's code has come: until then the last press of a button is kept.
 */
export const keepEarlyPress = `
addEventListener('click', function keep(event) {
  if ('hydrated' in document.documentElement.dataset) return removeEventListener('click', keep, true);
  var button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  window.earlyPress = button;
}, true);`;

/** The button that was pressed too early; only once, and not when it has gone since. */
export function takeEarlyPress(): HTMLElement | undefined {
  const button = window.earlyPress;
  window.earlyPress = undefined;

  return button?.isConnected ? button : undefined;
}
