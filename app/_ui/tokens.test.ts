import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../globals.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const block = css.match(new RegExp(`^${selector} \\{([^}]*)\\}`, 'm'))?.[1] ?? '';

  return new Map(
    Array.from(block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** Relative luminance, WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;

    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);

  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['bg', 'surface', 'surface-2'];
const on = (text: string, backgrounds: string[]) =>
  backgrounds.map((background) => [text, background] as const);

const textPairs = [
  ...['fg', 'fg-muted', 'fg-subtle'].flatMap((text) => on(text, surfaces)),
  ...on('primary-text', ['bg', 'surface', 'primary-soft']),
  ...on('on-primary', ['primary', 'primary-hover', 'danger', 'danger-hover']),
  ...['success', 'warning', 'danger', 'info'].flatMap((tone) =>
    on(tone, ['bg', 'surface', `${tone}-soft`]),
  ),
  /* Tooltips use the text colour as background. */
  ...on('bg', ['fg']),
];
const stepColours = [1, 2, 3, 4, 5, 6].map((place) => `step-${place}`);
const otherPairs = ['border-strong', 'ring', 'primary', ...stepColours].flatMap((mark) =>
  on(mark, surfaces),
);

describe.each([
  ['light', ':root'],
  ['dark', '\\.dark'],
])('%s', (_theme, selector) => {
  const tokens = tokensOf(selector);
  const between = (one: string, other: string) =>
    contrast(tokens.get(one) ?? '#000000', tokens.get(other) ?? '#000000');

  it('defines every token', () => {
    const used = new Set([...textPairs, ...otherPairs].flat());

    expect([...used].filter((name) => !tokens.has(name))).toEqual([]);
  });

  it.each(textPairs)('%s on %s has a contrast of at least 4.5', (text, background) => {
    expect(between(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(otherPairs)('%s on %s has a contrast of at least 3', (mark, background) => {
    expect(between(mark, background)).toBeGreaterThanOrEqual(3);
  });
});
