import { expect, test } from 'vitest';
import { describeUserAgent } from './user-agent.ts';

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${like} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${like} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${like} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${like} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${like} Chrome/140.0.0.0 Safari/537.36 OPR/125.0`,
    'Opera on macOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15',
    'A browser on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', 'A browser on Windows'],
  ['curl/8.5.0', 'An unknown browser'],
  ['', 'An unknown browser'],
])('%s: %s', (header, words) => {
  expect(describeUserAgent(header)).toBe(words);
});
