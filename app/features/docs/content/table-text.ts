const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table as Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
    .join('\n');
