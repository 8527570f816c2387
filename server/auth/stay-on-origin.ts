/** Where to go after signing in or out: the wanted address if it is one of this origin. */
export function stayOnOrigin(wanted: string, origin: string): string {
  const target = URL.parse(wanted, origin);

  return target?.origin === new URL(origin).origin ? target.href : origin;
}
