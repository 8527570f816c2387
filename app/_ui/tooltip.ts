/**
 * The attributes of an element with a tooltip. All of a page share one popup. With
 * `data-tooltip-click` a click shows it as well, which is the only way on a touch screen.
 */
export function tooltip(label: string, side: 'top' | 'right' = 'top', className = '') {
  return { 'data-tooltip': label, 'data-tooltip-side': side, 'data-tooltip-class': className };
}
