import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. Of two that set the same thing the style sheet decides, not their order: mark
 * with `fallback:` what the user of a component may change. `e2e/audit.ts` finds what was missed.
 */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs);
}
