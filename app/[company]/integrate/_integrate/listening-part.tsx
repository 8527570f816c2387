'use client';

import { Button } from '#app/_ui/button.tsx';
import { useLazy } from '#app/_ui/lazy.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { ListeningFrame, LoadingRequests } from './listening-frame.tsx';

const requests = {
  name: 'requests of a key',
  load: async () => (await import('./requests.tsx')).Requests,
};

interface ListeningPartProps {
  apiKey: ApiKeyView | undefined;
  /** A secret was pasted that belongs to no key of this company. */
  isForeign: boolean;
}

/** The requests that others send with the key, as they arrive. */
export function ListeningPart({ apiKey, isForeign }: ListeningPartProps) {
  const { part: Requests, failed, retry } = useLazy(requests, apiKey !== undefined);

  if (!apiKey) {
    return (
      <ListeningFrame>
        <p className="text-fg-muted">
          {isForeign
            ? 'The pasted secret belongs to no key of this company.'
            : 'Real requests with your key appear here: accepted, or refused and why.'}
        </p>
      </ListeningFrame>
    );
  }
  if (Requests) return <Requests key={apiKey.id} apiKey={apiKey} />;
  if (!failed) return <LoadingRequests />;

  return (
    <ListeningFrame>
      <Button className="justify-self-start" onClick={retry}>
        Load the requests
      </Button>
    </ListeningFrame>
  );
}
