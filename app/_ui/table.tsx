import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/*
 * Below 768 px each row becomes a card. Browsers drop the table semantics of elements with another
 * `display`, so every part sets its role.
 */
const role = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

interface TableProps extends ComponentProps<'table'> {
  caption: ReactNode;
  /** Shows the caption; otherwise it is for screen readers only. */
  captionVisible?: boolean;
}

export function Table({ caption, captionVisible, className, children, ...rest }: TableProps) {
  return (
    <table
      {...role.table}
      {...rest}
      className={cn('block w-full border-collapse text-left md:table', className)}
    >
      <caption className={captionVisible ? 'pb-2 text-left text-fg-muted text-sm' : 'sr-only'}>
        {caption}
      </caption>
      {children}
    </table>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead {...role.group} className="sr-only md:not-sr-only md:table-header-group">
      <tr {...role.row}>{children}</tr>
    </thead>
  );
}

export function TableBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return (
    <tbody {...role.group} {...rest} className={cn('grid gap-3 md:table-row-group', className)} />
  );
}

interface TableRowProps extends ComponentProps<'tr'> {
  /** Highlights the row. */
  marked?: boolean;
}

export function TableRow({ marked = false, className, ...rest }: TableRowProps) {
  return (
    <tr
      {...role.row}
      {...rest}
      className={cn(
        'relative grid fallback:gap-2 rounded-md border border-border fallback:p-4 md:table-row md:rounded-none md:border-x-0 md:border-t-0 md:p-0',
        marked ? 'bg-primary-soft' : 'bg-surface md:bg-transparent md:hover:bg-surface-2/60',
        className,
      )}
    />
  );
}

export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      {...role.head}
      scope="col"
      {...rest}
      className={cn(
        'border-border border-b px-3 py-2 font-medium text-fg-muted text-sm whitespace-nowrap first:pl-4 last:pr-4',
        className,
      )}
    />
  );
}

const cellClasses =
  'min-w-0 md:table-cell md:px-3 md:fallback:py-2.5 md:fallback:align-middle md:first:pl-4 md:last:pr-4';

interface SortHeadProps {
  sorted: 'ascending' | 'descending' | false;
  onPress: () => void;
  /** The name of the column. */
  children: string;
  /** Aligned as its numbers are: the arrow then stands before the name. */
  end?: boolean;
  className?: string | undefined;
}

/** A column header that sorts. */
export function SortHead({ sorted, onPress, children, end = false, className }: SortHeadProps) {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;

  return (
    <Th aria-sort={sorted || undefined} className={cn(end && 'text-right', className)}>
      <button
        type="button"
        onClick={onPress}
        className={cn(
          'group -mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-fg',
          end && 'flex-row-reverse',
        )}
      >
        {children}
        <Arrow
          aria-hidden
          className={cn(
            'size-3.5 shrink-0',
            !sorted && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </button>
    </Th>
  );
}

/** The cell that names its row; the title of the card on a phone. */
export function RowHead({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      {...role.rowHead}
      scope="row"
      {...rest}
      className={cn(cellClasses, 'block font-normal', className)}
    />
  );
}

interface TdProps extends ComponentProps<'td'> {
  /** The name of the column, shown before the value on a card unless absent. */
  label?: string;
}

export function Td({ label, className, children, ...rest }: TdProps) {
  return (
    <td
      {...role.cell}
      {...rest}
      className={cn(
        cellClasses,
        label ? 'grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-2' : 'fallback:block',
        className,
      )}
    >
      {label && (
        <span aria-hidden className="text-fg-muted text-sm md:hidden">
          {label}
        </span>
      )}
      {label ? <div className="min-w-0">{children}</div> : children}
    </td>
  );
}

/** The frame around a table, which scrolls horizontally. No frame on a phone. */
export function TableFrame({ children }: { children: ReactNode }) {
  return (
    <div className="md:overflow-x-auto md:rounded-md md:border md:border-border md:bg-surface md:[&_tbody>tr:last-child]:border-b-0">
      {children}
    </div>
  );
}
