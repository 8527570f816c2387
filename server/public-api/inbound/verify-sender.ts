import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { type PresetName, presetProofs } from '#db/values/inbound-addresses.ts';

interface SignedRequest {
  header(name: string): string | undefined;
  bytes: Uint8Array;
}

/** Takes the same time for all texts of a length, and for texts of different ones. */
const isSame = (one: string, other: string) =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));

const hmac = (secret: string, ...parts: (string | Uint8Array)[]) =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', secret));

/** The `google_key` of a body of Google Ads, which its sender writes as a text. */
function googleKeyIn(bytes: Uint8Array): string {
  try {
    const { google_key: key }: { google_key?: unknown } = JSON.parse(Buffer.from(bytes).toString());
    return typeof key === 'string' ? key : '';
  } catch {
    return '';
  }
}

/**
 * Whether a submission carries the proof of its sender: HMAC-SHA-256 of the body under the secret, where
 * and how the tool writes it, or the key in the body of Google Ads.
 *
 * @param secret that the tool signs with
 */
export function isFromSender(
  preset: PresetName,
  secret: string,
  { header, bytes }: SignedRequest,
): boolean {
  // A secret that is gone proves nothing.
  if (secret === '') return false;

  switch (presetProofs[preset]) {
    case 'googleKey':
      return isSame(googleKeyIn(bytes), secret);
    case 'typeform': {
      const mac = hmac(secret, bytes).digest('base64');
      return isSame(header('typeform-signature') ?? '', `sha256=${mac}`);
    }
    case 'tally':
      return isSame(header('tally-signature') ?? '', hmac(secret, bytes).digest('base64'));
    case 'webflow': {
      const time = header('x-webflow-timestamp') ?? '';
      const mac = hmac(secret, `${time}:`, bytes).digest('hex');
      return isSame(header('x-webflow-signature') ?? '', mac);
    }
    case 'calCom':
      return isSame(header('x-cal-signature-256') ?? '', hmac(secret, bytes).digest('hex'));
    case 'meta': {
      const mac = hmac(secret, bytes).digest('hex');
      return isSame(header('x-hub-signature-256') ?? '', `sha256=${mac}`);
    }
    case null:
      return true;
  }
}
