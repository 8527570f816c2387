import { mendMarkup } from './mend-markup.ts';

declare global {
  interface Window {
    /** Set by the bundle. */
    Scalar?: {
      createApiReference(place: HTMLElement, settings: object): { destroy(): void };
    };
  }
}

/**
 * One file with all of Scalar, which `scripts/packages.mjs` fetches. The build copies it to our origin,
 * as it does with fonts.
 */
const bundle = new URL('../../../node_modules/.cache/scalar/standalone.js', import.meta.url);

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
