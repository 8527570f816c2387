import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { extendTailwindMerge } from 'tailwind-merge';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(page: Page): Promise<string[]> {
  // Not by axe: a screen that a link opened loses the title of the one before, and gets its own a moment
  // later.
  await expect(page).toHaveTitle(/./);
  /*
   * A list is dimmed while it is read again: its contrast is that of no state. The other mode opens a
   * second page, which takes the focus and closes menus. An open menu covers parts of the buttons below
   * it, so only the menu is checked.
   */
  const axe = new AxeBuilder({ page });
  if (await page.getByRole('menu').first().isVisible()) axe.include('[role="menu"]');
  const { violations } = await axe
    .exclude(':not(button)[aria-busy="true"]')
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(rules)
    .disableRules('document-title')
    .setLegacyMode()
    .analyze();

  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id} (${help}) ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}

/** The page, or what reaches into the space beside its main part. Parts that scroll may. */
async function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const main = document.querySelector('main');
    const end = main
      ? main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight) + 1
      : clientWidth;

    function tooWide(element: Element): string[] {
      const { overflowX, position } = getComputedStyle(element);
      if (overflowX !== 'visible' || ['absolute', 'fixed'].includes(position)) return [];
      const { right } = element.getBoundingClientRect();
      if (right > end) return [`${element.outerHTML.slice(0, 80)} ends at ${right} px`];
      return [...element.children].flatMap(tooWide);
    }

    const parts = [...(main?.children ?? [])].flatMap(tooWide);
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`, ...parts] : parts;
  });
}

/** What is left of it when popups have taken their places in a window of another width. */
async function lastingOverflow(page: Page): Promise<string[]> {
  let found: string[] = [];
  const look = async () => {
    found = await overflow(page);
    expect(found).toEqual([]);
  };
  await expect(look)
    .toPass({ timeout: 3_000 })
    .catch(() => {});

  return found;
}

const merge = extendTailwindMerge({
  extend: { theme: { spacing: ['control', 'control-sm'], shadow: ['float'] } },
});

/**
 * Finds classes that set the same property, so that the order in the style sheet decides. Those of
 * Scalar are not ours.
 */
async function classConflicts(page: Page): Promise<string[]> {
  const values = await page.evaluate(() =>
    [...document.querySelectorAll('[class]:not(.scalar-app, .scalar-app *)')].map(
      (each) => each.getAttribute('class') ?? '',
    ),
  );

  return [...new Set(values)].flatMap((value) => {
    const kept = new Set(merge(value).split(' '));
    const lost = value.split(/\s+/).filter((name) => name && !kept.has(name));

    return lost.length > 0 ? [`${lost.join(' ')} conflicts in "${value}"`] : [];
  });
}

/** `npm run test:full` sets it: every state in both themes at every width. */
const isFull = process.env.TEST_FULL === '1';

const themes = isFull ? (['light', 'dark'] as const) : (['light'] as const);
const height = 800;

/**
 * Problems of the current page: axe, horizontal overflow and conflicting classes. By default axe looks
 * at the light theme at the first width only, because contrast of both themes is a test of the tokens,
 * and names and roles are the same at every width. The theme of the page must be that of the system.
 *
 * @param widths of the window, in pixels; overflow is looked for at each
 */
export async function audit(page: Page, state: string, widths = [1280, 390]): Promise<string[]> {
  const found: string[] = [];
  // A screen that a link has opened gets its title a moment later.
  await expect(page).toHaveTitle(/\S/);
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of themes) {
      if (isFull) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html.${colorScheme}`).waitFor();
      }
      const wrong = [
        ...(isFull || index === 0 ? await violations(page) : []),
        ...(await lastingOverflow(page)),
        ...(await classConflicts(page)),
      ];
      found.push(...wrong.map((each) => `${state}, ${width} px, ${colorScheme}: ${each}`));
    }
  }
  await page.setViewportSize({ width: 1280, height });

  return found;
}
