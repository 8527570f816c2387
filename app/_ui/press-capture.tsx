'use client';

import { useEffect } from 'react';

const pressable = 'button, a[href], [role="option"], [role^="menuitem"], [role="tab"]';
const field = 'input, textarea, select';
/** CSS pixels that a pointer moves to take its press back. */
const releaseDistance = 8;

interface Press {
  pointerId: number;
  clientX: number;
  clientY: number;
  element: Element;
}

/** @returns a function that ends it */
function capturePresses(): () => void {
  let press: Press | undefined;

  function onPointerDown({ target, pointerId, button, clientX, clientY }: PointerEvent) {
    if (button !== 0 || !(target instanceof Element) || target.matches(field)) return;
    const element = target.closest(pressable);
    if (!element) return;
    element.setPointerCapture(pointerId);
    press = { pointerId, clientX, clientY, element };
  }
  function onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
    if (press?.pointerId !== pointerId) return;
    const distance = Math.hypot(clientX - press.clientX, clientY - press.clientY);
    if (distance > releaseDistance) press.element.releasePointerCapture(pointerId);
  }
  function onLost({ pointerId }: PointerEvent) {
    if (press?.pointerId === pointerId) press = undefined;
  }

  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('pointerdown', onPointerDown, { signal });
  document.addEventListener('pointermove', onPointerMove, { signal });
  document.addEventListener('lostpointercapture', onLost, { signal });

  return () => listeners.abort();
}

/**
 * Gives a click to what was pressed when the page moves it away before the pointer is released, as an
 * answer does that is shown above it in that moment. Browsers drop such a click. A pointer that moves
 * away itself takes its press back, as it does without this.
 */
export function PressCapture() {
  useEffect(capturePresses, []);
  return null;
}
