'use client';

import { encode } from 'uqr';

/** Modules of white around it, without which cameras do not find it (ISO/IEC 18004). */
const quietZone = 4;

/** Black on white in every theme: not all apps read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = size + 2 * quietZone;
  const dots = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + quietZone} ${y + quietZone}h1v1h-1z`] : [])),
  );

  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 max-w-full justify-self-center rounded-sm border border-border"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={dots.join('')} />
    </svg>
  );
}
