import { checkConnection, isConnected, subscribeConnection } from '#app/_ui/connection.ts';
import { type Change, everything } from '#db/values/changes.ts';
import { readFailure } from './failure.ts';

/** Milliseconds. The server sends a ping every 15 s. */
const silenceLimit = 40_000;
const resumeDelay = 1_000;
const retryDelay = 5_000;

/** A sign of life, or of death, of the stream. */
interface StreamState {
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

/** Between the tabs. One that joins says hello; the one that has the stream sends the state. */
type Message = { hello: true } | StreamState;

/** Milliseconds. The server may have read what a screen shows so long before the screen appears. */
const renderTime = 10_000;

export interface SharedChanges {
  /** Takes part while the tab is visible and the server can be reached. Returns how to stop. */
  start: () => () => void;
  /** For changes in the company. Returns how to stop. */
  onChange: (listener: (change: Change) => void) => () => void;
  /** For `isOpen`. Returns how to stop. */
  onOpen: (listener: () => void) => () => void;
  isOpen: () => boolean;
}

interface Options {
  /** The same for all tabs of one user and company. */
  name: string;
  url: string;
  onSignedOut: () => void;
}

/**
 * One stream of changes for all tabs of a browser, because it allows six connections to a host. The
 * tab that holds the lock `name` reads the stream and passes it on; when it closes, is hidden or
 * crashes, the browser gives the lock to another. Browsers have locks on https and localhost only:
 * elsewhere each visible tab has a stream.
 */
export function shareChanges({ name, url, onSignedOut }: Options): SharedChanges {
  const changeListeners = new Set<(change: Change) => void>();
  const openListeners = new Set<() => void>();
  let isOpen = false;
  let lastChangeAt = 0;

  function setOpen(open: boolean) {
    if (open === isOpen) return;
    isOpen = open;
    for (const listener of openListeners) listener();
    if (!open) checkConnection();
  }
  function emit(change: Change) {
    lastChangeAt = Date.now();
    for (const listener of changeListeners) listener(change);
  }

  /** @returns how to leave */
  function join(): () => void {
    const left = new AbortController();
    const hasLocks = 'locks' in navigator;
    const channel = hasLocks ? new BroadcastChannel(name) : undefined;
    let silence: ReturnType<typeof setTimeout>;
    let leads = false;

    function receive({ open, change }: StreamState) {
      clearTimeout(silence);
      silence = setTimeout(() => setOpen(false), silenceLimit);
      /* What changed before the tab joined is unknown. */
      const unseen = change ?? (open && !isOpen ? everything : undefined);
      setOpen(open);
      if (unseen) emit(unseen);
    }
    function lead(): () => void {
      leads = true;

      return openChangeStream(url, {
        onState: (state) => {
          channel?.postMessage(state);
          receive(state);
        },
        onSignedOut,
      });
    }

    channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (!('hello' in data)) receive(data);
      else if (leads && isOpen) channel.postMessage({ open: true });
    });
    channel?.postMessage({ hello: true });
    holdLock(name, left.signal, lead);

    return () => {
      left.abort();
      channel?.close();
      clearTimeout(silence);
      isOpen = false;
      for (const listener of openListeners) listener();
    };
  }

  function start(): () => void {
    let leave: (() => void) | undefined;

    function update() {
      const isWatching = !document.hidden && isConnected();
      if (isWatching) leave ??= join();
      else if (leave) {
        leave();
        leave = undefined;
      }
    }
    update();
    document.addEventListener('visibilitychange', update);
    const unsubscribe = subscribeConnection(update);

    return () => {
      document.removeEventListener('visibilitychange', update);
      unsubscribe();
      leave?.();
      leave = undefined;
    };
  }

  return {
    start,
    onChange: (listener) => {
      changeListeners.add(listener);
      if (Date.now() - lastChangeAt < renderTime) listener(everything);

      return () => changeListeners.delete(listener);
    },
    onOpen: (listener) => {
      openListeners.add(listener);

      return () => openListeners.delete(listener);
    },
    isOpen: () => isOpen,
  };
}

/** Calls `lead` once the lock is free, and what it returned when the signal aborts. */
function holdLock(name: string, signal: AbortSignal, lead: () => () => void): void {
  function hold(): Promise<void> {
    const stop = lead();

    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  }
  if ('locks' in navigator) navigator.locks.request(name, { signal }, hold).catch(() => {});
  else hold();
}
