import type { ComponentProps } from 'react';

export function Table({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it needs keyboard focus
      tabIndex={0}
      aria-label="Table"
      className="my-4 overflow-x-auto rounded-md border border-border bg-surface"
    >
      <table className="w-full text-left text-sm">{children}</table>
    </div>
  );
}

export function HeadCell({ children }: ComponentProps<'th'>) {
  return (
    <th scope="col" className="border-border border-b bg-surface-2 px-3 py-2 font-medium">
      {children}
    </th>
  );
}

export function Cell({ children }: ComponentProps<'td'>) {
  return (
    <td className="border-border border-b px-3 py-2 align-top [tr:last-child>&]:border-0">
      {children}
    </td>
  );
}

export function InlineCode({ children }: ComponentProps<'code'>) {
  return (
    <code className="break-words rounded bg-surface-2 px-1 py-px font-mono text-sm">
      {children}
    </code>
  );
}
