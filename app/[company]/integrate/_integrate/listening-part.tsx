'use client';

import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { ListeningFrame } from './listening-frame.tsx';
import { Requests } from './requests.tsx';

interface ListeningPartProps {
  apiKey: ApiKeyView | undefined;
  /** A secret was pasted that belongs to no key of this company. */
  isForeign: boolean;
}

/** The requests that others send with the key, as they arrive. */
export function ListeningPart({ apiKey, isForeign }: ListeningPartProps) {
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
  return <Requests key={apiKey.id} apiKey={apiKey} />;
}
