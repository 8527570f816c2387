import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';

/** Returned by each: ends what it began. */
type Stop = () => void;

export function makeDraggable(
  element: HTMLElement,
  leadId: string,
  onDragging: (isDragged: boolean) => void,
): Stop {
  return draggable({
    element,
    getInitialData: () => ({ leadId }),
    onDragStart: () => onDragging(true),
    onDrop: () => onDragging(false),
  });
}

interface DropTarget {
  column: HTMLElement;
  /** Scrolls while a card is near its edges. */
  list: HTMLElement;
  onOver: (isOver: boolean) => void;
  onDrop: (leadId: string) => void;
}

export function makeDropTarget({ column, list, onOver, onDrop }: DropTarget): Stop {
  return combine(
    dropTargetForElements({
      element: column,
      onDragEnter: () => onOver(true),
      onDragLeave: () => onOver(false),
      onDrop: ({ source }) => {
        onOver(false);
        if (typeof source.data.leadId === 'string') onDrop(source.data.leadId);
      },
    }),
    autoScrollForElements({ element: list, getAllowedAxis: () => 'vertical' }),
  );
}

/** @param board scrolls sideways while a card is near its edges */
export function followDrags(board: HTMLElement, onDragging: (isUnderWay: boolean) => void): Stop {
  return combine(
    autoScrollForElements({ element: board, getAllowedAxis: () => 'horizontal' }),
    monitorForElements({
      onDragStart: () => onDragging(true),
      onDrop: () => onDragging(false),
    }),
  );
}
