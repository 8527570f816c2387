/** `lk_7Qf2…9xKd` on one line: browsers break lines after the ellipsis. */
export function KeyHint({ hint }: { hint: string }) {
  return <code className="font-mono text-sm whitespace-nowrap">{hint}</code>;
}
