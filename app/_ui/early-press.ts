declare global {
  interface Window {
    earlyPress?: HTMLElement | undefined;
  }
}

/**
 * An inline script that runs first. Server-rendered buttons can be pressed before hydration: it
 * stores the last press until the screen hydrates.
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

/** Returns the stored button once, unless it is no longer in the document. */
export function takeEarlyPress(): HTMLElement | undefined {
  const button = window.earlyPress;
  window.earlyPress = undefined;

  return button?.isConnected ? button : undefined;
}
