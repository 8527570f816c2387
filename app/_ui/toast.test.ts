import { expect, it, vi } from 'vitest';
import { dismissToasts, showRetry, showToastsOn, showUndo, waitingToasts } from './toast.ts';

it('keeps toasts until a screen can show them', () => {
  const screen = { show: vi.fn(), dismiss: vi.fn() };
  showUndo('Archived', () => {});
  expect(waitingToasts()).toHaveLength(1);
  const end = showToastsOn(screen);
  showRetry('Not saved', () => {});

  expect(screen.show.mock.calls.map(([toast]) => toast.message)).toEqual(['Archived', 'Not saved']);
  expect(waitingToasts()).toEqual([]);

  end();
  showUndo('Archived again', () => {});
  dismissToasts();
  expect(waitingToasts()).toEqual([]);
  expect(screen.show).toHaveBeenCalledTimes(2);
});
