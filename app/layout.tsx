import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { headers } from 'next/headers';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { Announcer } from '#app/_ui/announce.tsx';
import { cn } from '#app/_ui/cn.ts';
import { PressCapture } from '#app/_ui/press-capture.tsx';
import { calledApplication } from '#server/panel-api/page-reads.ts';
import './globals.css';

const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  adjustFontFallback: false,
});

/* Fetched only when a page contains such letters, as names of leads may. */
const interExt = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  variable: '--font-inter-ext',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0',
    },
  ],
});
const interCyrillic = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2',
  variable: '--font-inter-cyrillic',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1' }],
});
/* Only short codes are set in it: the first page shows them in another font rather than later. */
const jetbrainsMono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--font-jetbrains-mono',
  weight: '100 800',
  preload: false,
  display: 'optional',
  adjustFontFallback: false,
});

const fonts = cn(inter.variable, interExt.variable, interCyrillic.variable, jetbrainsMono.variable);

/** White label: the title is the name of the application. */
export async function generateMetadata(): Promise<Metadata> {
  const name = (await calledApplication())?.name ?? 'Leadgate';

  return {
    title: { default: name, template: `%s · ${name}` },
    robots: { index: false, follow: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f9fafb' },
    { media: '(prefers-color-scheme: dark)', color: '#0c0e14' },
  ],
};

/** Every page depends on the session, so none is rendered at build time. */
export const dynamic = 'force-dynamic';

/**
 * An inline script that runs first. Before a screen is hydrated, the browser would send a form itself:
 * the page would load again, without what was typed. A form with an address is meant to be sent so.
 */
const holdForms = `
addEventListener('submit', function (event) {
  if ('hydrated' in document.documentElement.dataset || event.target.hasAttribute('action')) return;
  event.preventDefault();
}, true);`;

/** Set by `proxy.ts`. */
const nonceHeader = 'x-leadgate-nonce';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(nonceHeader) ?? undefined;

  return (
    <html lang="en" className={fonts} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
          dangerouslySetInnerHTML={{ __html: holdForms }}
        />
      </head>
      <body>
        <ThemeProvider attribute="class" enableColorScheme={false} {...(nonce && { nonce })}>
          <Announcer>{children}</Announcer>
          <PressCapture />
        </ThemeProvider>
      </body>
    </html>
  );
}
