/** What Scalar's markup lacks for screen readers: elements, and the attribute that each gets. */
const mends: readonly [selector: string, attribute: string, value: string][] = [
  // The page has a `main` and an `h1`.
  ['main:not([role])', 'role', 'region'],
  ['h1:not([aria-level])', 'aria-level', '2'],
  // Each operation has one, with the same name.
  ['.response-card[role="region"]', 'role', 'group'],
  ['section[aria-live]:not([role])', 'role', 'log'],
  ['button[role="none"]', 'role', 'button'],
  ['button.group\\/copy-button:not([aria-label])', 'aria-label', 'Copy'],
  ['.code-input-lite__editor:not([aria-label])', 'aria-label', 'Name'],
  ['.code-input-lite__editor:not([aria-expanded])', 'aria-expanded', 'false'],
  ['.cm-content:not([aria-label])', 'aria-label', 'Code'],
  ['.cm-scroller[tabindex="-1"]', 'tabindex', '0'],
];

/**
 * Corrects the markup of Scalar in an element, and of what it adds later.
 *
 * @returns stops it
 */
export function mendMarkup(place: HTMLElement): () => void {
  const mend = () => {
    for (const [selector, attribute, value] of mends) {
      for (const element of place.querySelectorAll(selector))
        element.setAttribute(attribute, value);
    }
  };
  const observer = new MutationObserver(mend);
  observer.observe(place, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-expanded', 'aria-label', 'role', 'tabindex'],
  });
  mend();

  return () => observer.disconnect();
}
