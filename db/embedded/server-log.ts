import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';

/**
 * Errors of statements are left out: their messages contain values, and callers get and log them.
 * What remains is about the server and its connections.
 */
export const logOptions = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_statement=none',
  'log_min_duration_statement=-1',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
];

const maxBytes = 10 * 1_024 * 1_024;
const checkIntervalMs = 60_000;

/**
 * Moves a log that has become large to `<path>.1`, in place of the one before. The server appends to
 * the file that it has open, so that is emptied, not renamed. On a full disk nothing is kept.
 */
export function rotateLog(path: string, limit = maxBytes): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= limit) return;

  try {
    copyFileSync(path, `${path}.1`);
  } catch {
    rmSync(`${path}.1`, { force: true });
  }
  truncateSync(path);
}

/** Rotates the log from now on. Returns how to end that. */
export function keepLogSmall(path: string): () => void {
  const rotate = () => {
    try {
      rotateLog(path);
    } catch {
      // Another process may just be rotating it, or its disk is broken: the next time.
    }
  };
  rotate();
  const timer = setInterval(rotate, checkIntervalMs).unref();
  return () => clearInterval(timer);
}
