'use client';

import { toast } from 'sonner';

/** For a change that was shown at once and had to be taken back, because the server refused it. */
export function showRetry(message: string, onRetry: () => void): void {
  toast.error(message, { duration: 10_000, action: { label: 'Retry', onClick: onRetry } });
}
