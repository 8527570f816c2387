import type { ChangeView } from '#server/panel-api/schemas/changes.ts';

/** Milliseconds. The server sends a ping every 15 s. */
const silenceLimit = 40_000;
const resumeDelay = 1_000;
const retryDelay = 5_000;

interface Listener {
  onChange: (change: ChangeView) => void;
  /** Whether the stream is open. */
  onOpen: (open: boolean) => void;
}

/**
 * Reads the subscription at `url` while the tab is visible, because browsers allow six connections
 * per host. Not with tRPC's subscription link, which would add to the first load.
 *
 * @returns a function that closes the stream
 */
export function openChangeStream(url: string, { onChange, onOpen }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;

  function close() {
    source?.close();
    clearTimeout(timer);
  }
  function open() {
    source = new EventSource(url);
    source.onmessage = ({ data }) => {
      onOpen(true);
      onChange(JSON.parse(data));
      resetTimer();
    };
    source.addEventListener('ping', resetTimer);
    /* A planned end by the server. Reopening checks the session again. */
    source.addEventListener('return', () => reopen(resumeDelay));
    source.addEventListener('serialized-error', onRefused);
    source.onerror = fail;
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
  function fail() {
    onOpen(false);
    reopen(retryDelay);
  }
  /* Refetching gets the same refusal, which leads to the sign-in page. */
  function onRefused() {
    fail();
    onChange({ steps: null });
  }
  function onVisibilityChange() {
    close();
    onOpen(false);
    if (!document.hidden) open();
  }

  document.addEventListener('visibilitychange', onVisibilityChange);
  onVisibilityChange();

  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    close();
  };
}
