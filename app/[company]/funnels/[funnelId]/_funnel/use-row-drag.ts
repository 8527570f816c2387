'use client';

import { type DragEvent, useState } from 'react';

interface Drag {
  id: string;
  /** The target index, counted without the dragged row. */
  index: number;
}

export interface RowDrag {
  dragged: string | undefined;
  /** The edge of the row at which the dragged row would be inserted. */
  edgeOf: (id: string) => 'before' | 'after' | undefined;
  /** Props for the grip of a row. */
  grip: (id: string) => {
    draggable: true;
    onDragStart: (event: DragEvent<HTMLElement>) => void;
    onDragEnd: () => void;
  };
  /** Props for the row. */
  row: (id: string) => {
    onDragOver: (event: DragEvent<HTMLElement>) => void;
    onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

/** Drag and drop of rows by a grip. Every row also has buttons that move it. */
export function useRowDrag(
  items: readonly { id: string }[],
  move: (id: string, index: number) => void,
): RowDrag {
  const [drag, setDrag] = useState<Drag>();
  const others = items.filter((item) => item.id !== drag?.id);

  function over(event: DragEvent<HTMLElement>, id: string) {
    if (!drag) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const below = event.clientY > box.top + box.height / 2;
    const place = others.findIndex((item) => item.id === id);
    const index = place < 0 ? indexOf(drag.id) : place + (below ? 1 : 0);
    if (index !== drag.index) setDrag({ ...drag, index });
  }

  function indexOf(id: string): number {
    return items.findIndex((item) => item.id === id);
  }

  function edgeOf(id: string) {
    if (!drag || drag.index === indexOf(drag.id)) return undefined;
    if (others[drag.index]?.id === id) return 'before';
    return drag.index === others.length && others.at(-1)?.id === id ? 'after' : undefined;
  }

  return {
    dragged: drag?.id,
    edgeOf,
    grip: (id) => ({
      draggable: true,
      onDragStart: (event) => {
        const row = event.currentTarget.closest('tr');
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', id);
        if (row) event.dataTransfer.setDragImage(row, 16, 24);
        setDrag({ id, index: indexOf(id) });
      },
      onDragEnd: () => setDrag(undefined),
    }),
    row: (id) => ({
      onDragOver: (event) => over(event, id),
      onDrop: (event) => {
        event.preventDefault();
        if (drag && drag.index !== indexOf(drag.id)) move(drag.id, drag.index);
        setDrag(undefined);
      },
    }),
  };
}
