import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names without merging: the style sheet decides between two that set the same property.
 * Mark overridable ones with `fallback:`. `e2e/audit.ts` reports conflicts.
 */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs);
}
