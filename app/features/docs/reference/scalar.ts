declare global {
  interface Window {
    /** Set by the bundle. */
    Scalar?: {
      createApiReference(place: HTMLElement, settings: object): { destroy(): void };
    };
  }
}

/**
 * One file with all of Scalar, which `scripts/packages.mjs` fetches and mends. The build copies it to our
 * origin, as it does with fonts.
 */
const bundle = new URL(
  '../../../../node_modules/.cache/scalar/mended/standalone.js',
  import.meta.url,
);

/** Everything stays on this origin, and a pasted key in the memory of the page. */
const settings = {
  url: '/api/openapi.json',
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'ApiKey' },
  theme: 'none',
  /** Our colours follow the theme by themselves. */
  forceDarkModeState: 'light',
  showSidebar: false,
  hideSearch: true,
  hideModels: true,
  documentDownloadType: 'none',
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
} as const;

let loading: Promise<void> | undefined;

/** Loads the bundle once. After a failure the next call tries again. */
function load(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = bundle.href;
    script.onload = () => resolve();
    script.onerror = () => {
      loading = undefined;
      reject(new Error('Scalar could not be loaded'));
    };
    document.head.append(script);
  });

  return loading;
}

/**
 * Shows the reference in an empty element.
 *
 * @returns removes it
 */
export async function showReference(place: HTMLElement): Promise<() => void> {
  await load();
  const reference = window.Scalar?.createApiReference(place, settings);
  const stopMending = mendMarkup(place);

  return () => {
    stopMending();
    reference?.destroy();
    document.body.classList.remove('light-mode');
    window.history.scrollRestoration = 'auto';
  };
}

/** What Scalar's markup lacks for screen readers: elements, and the attribute that each gets. */
const mends: readonly [selector: string, attribute: string, value: string][] = [
  // The page has an `h1`.
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
function mendMarkup(place: HTMLElement): () => void {
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
