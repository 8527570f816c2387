import { randomUUID } from 'node:crypto';

/** `Key 3f9a1c02`: tests share one installation and must not meet each other's things. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`;
}
