'use client';

import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useOrigin } from '#app/_ui/address.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { copyText } from '#app/_ui/copy-button.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { urlOf } from './address-labels.ts';
import { UrlField } from './url-field.tsx';

interface ShownAddressProps {
  address: AddressView;
  /** Absent while it is masked. */
  url: string | undefined;
  /** Absent for members who may not see it. */
  onShow: ((url: string) => void) | undefined;
}

/** The URL, masked until an admin asks for it: the audit log says who has. */
export function ShownAddress({ address, url, onShow }: ShownAddressProps) {
  const { id, hint, formerUntil } = address;
  const trpc = useTRPC();
  const origin = useOrigin();
  const announce = useAnnounce();
  const reveal = useMutation(
    trpc.inboundAddresses.reveal.mutationOptions({
      gcTime: 0,
      onSuccess: async (revealed) => {
        const whole = urlOf(origin, revealed.address);
        onShow?.(whole);
        announce((await copyText(whole, document.body)) ? 'Address copied' : 'Address shown');
      },
    }),
  );

  return (
    <div className="grid gap-3">
      <FormError>{reveal.error && readFailure(reveal.error).message}</FormError>
      {url ? (
        <UrlField url={url} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
            {/* Without the origin, which the server does not know: it would shift the page. */}
            {urlOf('', hint)}
          </code>
          {onShow && (
            <Button
              variant="primary"
              pending={reveal.isPending}
              onClick={() => reveal.mutate({ id })}
            >
              {!reveal.isPending && <Copy aria-hidden />}
              Show and copy
            </Button>
          )}
        </div>
      )}
      {formerUntil && (
        <p className="text-fg-muted text-sm">
          The address before it works until <LocalTime at={formerUntil} />.
        </p>
      )}
    </div>
  );
}
