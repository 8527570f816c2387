'use client';

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface Clamped<Element extends HTMLElement> {
  ref: RefObject<Element | null>;
  className: string | false;
  /** Shows the rest; null where two lines show all. */
  button: ReactNode;
}

/** Two lines of a heading, and a button for the rest. */
export function useClamped<Element extends HTMLElement>(): Clamped<Element> {
  const ref = useRef<Element>(null);
  const [cut, setCut] = useState(false);
  const [whole, setWhole] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (!element || whole) return undefined;
    const observer = new ResizeObserver(() =>
      setCut(element.scrollHeight > element.clientHeight + 1),
    );
    observer.observe(element);

    return () => observer.disconnect();
  }, [whole]);

  const button = (cut || whole) && (
    <Button
      size="sm"
      variant="ghost"
      aria-expanded={whole}
      className="-ml-2.5"
      onClick={() => setWhole(!whole)}
    >
      {whole ? 'Show less' : 'Show all'}
    </Button>
  );
  return { ref, className: !whole && 'line-clamp-2', button };
}
