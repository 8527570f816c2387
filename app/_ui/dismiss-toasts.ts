'use client';

import { toast } from 'sonner';

/** For when what a toast offers has been done another way. */
export function dismissToasts(): void {
  toast.dismiss();
}
