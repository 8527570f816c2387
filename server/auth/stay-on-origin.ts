/** The URL to open after signing in or out: the requested one if it belongs to this origin. */
export function stayOnOrigin(wanted: string, origin: string): string {
  const target = URL.parse(wanted, origin);

  return target?.origin === new URL(origin).origin ? target.href : origin;
}
