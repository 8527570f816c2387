import { expect, it, vi } from 'vitest';
import { loadLater } from './load-later.tsx';

it('fetches once, however often it is asked', async () => {
  const fetchPart = vi.fn(async () => 'part');
  const later = loadLater(fetchPart);
  later.load();
  later.load();
  await vi.waitFor(() => expect(later.state().part).toBe('part'));
  later.load();

  expect(fetchPart).toHaveBeenCalledTimes(1);
});

it('tells of a failure, and tries again when asked again', async () => {
  const fetchPart = vi.fn(async () => 'part').mockRejectedValueOnce(new Error('offline'));
  const listener = vi.fn();
  const later = loadLater(fetchPart);
  later.subscribe(listener);
  later.load();
  await vi.waitFor(() => expect(later.state()).toEqual({ part: undefined, failed: true }));

  later.load();
  expect(later.state().failed).toBe(false);
  await vi.waitFor(() => expect(later.state().part).toBe('part'));
  expect(listener).toHaveBeenCalledTimes(3);
});
