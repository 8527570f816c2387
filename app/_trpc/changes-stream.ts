import type { ChangeView } from '#server/api/schemas/changes.ts';

/** Milliseconds. The server says something every 15 s. */
const silence = 40_000;
const soon = 1_000;
const later = 5_000;

interface Listener {
  onChange: (change: ChangeView) => void;
  /** Whether changes are heard of at the moment. */
  onOpen: (open: boolean) => void;
}

/**
 * Follows the subscription at `url` while the tab is seen: browsers allow a host six connections in
 * all. By hand and not with tRPC's link, which weighs more than the room a screen has left.
 *
 * @returns how to stop it
 */
export function followStream(url: string, { onChange, onOpen }: Listener): () => void {
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
      watch();
    };
    source.addEventListener('ping', watch);
    /* The end that was agreed on. Where to go on is looked up anew, and so is the session. */
    source.addEventListener('return', () => again(soon));
    source.addEventListener('serialized-error', refused);
    source.onerror = fail;
    watch();
  }
  function watch() {
    clearTimeout(timer);
    timer = setTimeout(fail, silence);
  }
  function again(wait: number) {
    close();
    timer = setTimeout(open, wait);
  }
  function fail() {
    onOpen(false);
    again(later);
  }
  /* Looking at once makes the screen meet the same refusal, and lead to the sign-in. */
  function refused() {
    fail();
    onChange({ steps: null });
  }
  function show() {
    close();
    onOpen(false);
    if (!document.hidden) open();
  }

  document.addEventListener('visibilitychange', show);
  show();

  return () => {
    document.removeEventListener('visibilitychange', show);
    close();
  };
}
