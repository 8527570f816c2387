import { type Change, everything } from '#db/values/changes.ts';
import { readFailure } from './failure.ts';

/** Milliseconds. The server sends a ping every 15 s. */
export const silenceLimit = 40_000;
const resumeDelay = 1_000;
const retryDelay = 5_000;

/** A sign of life, or of death, of the stream. */
export interface StreamState {
  open: boolean;
  change?: Change;
}

interface StreamListener {
  onState: (state: StreamState) => void;
  /** Called when the session has ended. */
  onSignedOut: () => void;
}

/**
 * Reads the subscription at `url`, and opens it again when it ends. Not with tRPC's subscription
 * link, which would add to the first load.
 *
 * @returns a function that closes the stream
 */
export function openChangeStream(
  url: string,
  { onState, onSignedOut }: StreamListener,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;

  function close() {
    source?.close();
    clearTimeout(timer);
  }
  function open() {
    source = new EventSource(url);
    source.onmessage = ({ data }) => live({ open: true, change: JSON.parse(data) });
    source.addEventListener('ping', () => live({ open: true }));
    /* A planned end by the server. Reopening checks the session again. */
    source.addEventListener('return', () => reopen(resumeDelay));
    source.addEventListener('serialized-error', onRefused);
    source.onerror = () => fail();
    resetTimer();
  }
  function resetTimer() {
    clearTimeout(timer);
    timer = setTimeout(fail, silenceLimit);
  }
  function reopen(wait: number) {
    close();
    timer = setTimeout(open, wait);
  }
  function live(state: StreamState) {
    resetTimer();
    onState(state);
  }
  function fail(change?: Change) {
    reopen(retryDelay);
    onState({ open: false, ...(change && { change }) });
  }
  /* Refetching shows the reason, if there is one that lasts. */
  function onRefused({ data }: MessageEvent<string>) {
    fail(everything);
    if (readFailure(JSON.parse(data)).code === 'UNAUTHORIZED') onSignedOut();
  }

  open();

  return close;
}
