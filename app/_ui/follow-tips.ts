import { tipped } from './tip.ts';

/** A second tooltip in a row needs no delay; the gap between an element and its tooltip is crossed. */
const delay = 400;
const crossing = 100;

const isTouch = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch';
const onPopup = ({ target }: Event) =>
  target instanceof Element && target.closest('[data-tip-popup]') !== null;

/**
 * Says which element's tooltip is to be seen: what is pointed at for a moment, or has the focus,
 * until it is pressed. Returns how to end that.
 *
 * @param first what happened before there was anybody to follow it
 */
export function followTips(first: Event, onChange: (element?: HTMLElement) => void): () => void {
  let aim: HTMLElement | undefined;
  let shown: HTMLElement | undefined;
  let warmUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(element: HTMLElement) {
    clearTimeout(timer);
    if (!element.matches(':hover, :focus-visible')) return;
    shown = element;
    onChange(element);
  }
  function hide() {
    clearTimeout(timer);
    if (!shown) return;
    warmUntil = Date.now() + delay;
    shown = undefined;
    onChange();
  }
  function point(event: Event) {
    const element = onPopup(event) ? shown : tipped(event);
    if (isTouch(event) || element === aim) return;
    aim = element;
    clearTimeout(timer);
    if (!element) timer = setTimeout(hide, crossing);
    else if (element !== shown) {
      timer = setTimeout(show, Date.now() < warmUntil || shown ? 0 : delay, element);
    }
  }
  function focus(event: Event) {
    const element = tipped(event);
    if (element?.matches(':focus-visible')) show(element);
  }
  function blur(event: Event) {
    if (tipped(event) === shown) hide();
  }
  function leave(event: KeyboardEvent) {
    if (event.key === 'Escape') hide();
  }

  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('pointerover', point, { signal });
  document.addEventListener('focusin', focus, { signal });
  document.addEventListener('focusout', blur, { signal });
  document.addEventListener('keydown', leave, { signal });
  for (const press of ['pointerdown', 'click']) document.addEventListener(press, hide, { signal });
  if (first.type === 'focusin') focus(first);
  else point(first);

  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}
