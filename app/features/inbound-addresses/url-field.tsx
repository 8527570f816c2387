import type { RefObject } from 'react';
import { CopyField } from '#app/_ui/copy-field.tsx';

interface UrlFieldProps {
  url: string;
  copyRef?: RefObject<HTMLButtonElement | null>;
}

/** A whole address, and the button that copies it. */
export const UrlField = ({ url, copyRef }: UrlFieldProps) => (
  <CopyField
    label="URL"
    value={url}
    copyLabel="Copy address"
    data-testid="inbound-url"
    copyRef={copyRef}
  />
);
