/** The first that matches counts: most browsers also claim to be Chrome and Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/^(?=.*\bVersion\/[\d.]).*\bSafari\//, 'Safari'],
];
/** Likewise: Android claims to be Linux, iOS to be like macOS. */
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (list: typeof browsers, text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** Browser and system of a `User-Agent` header in words, as `Firefox on Windows`. */
export function describeUserAgent(header: string): string {
  const browser = firstMatch(browsers, header);
  const system = firstMatch(systems, header);
  if (browser && system) return `${browser} on ${system}`;

  return browser ?? (system ? `A browser on ${system}` : 'An unknown browser');
}
