/** `Acme Sales` → `AS`, `admin@acme.test` → `A`. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter(Boolean);

  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('');
}
