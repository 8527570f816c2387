import { cn } from './cn.ts';
import { digits } from './format.ts';

export interface Bar {
  key: string;
  /** Shown over the whole height of the bar. */
  title: string;
  /** From below. */
  parts: readonly { amount: number; className: string }[];
}

interface BarsProps {
  /** Says in words what the drawing shows. */
  label: string;
  bars: readonly Bar[];
  /** The amount of the highest bar. */
  most: number;
  /** What the amount is: `12 an hour`. */
  unit: string;
  /** Bars with a line before them and a name below. */
  marks: readonly { index: number; name: string }[];
  /** Bars that a name covers on a phone. */
  nameWidth: number;
}

const height = 100;

/** Bars over time. One unit of the drawing is a bar wide; the browser stretches it. */
export function Bars({ label, bars, most, unit, marks, nameWidth }: BarsProps) {
  const share = (index: number) => `${(100 * index) / bars.length}%`;

  return (
    <div>
      <p aria-hidden className="text-fg-subtle text-xs tabular-nums">
        {digits(most)} {unit}
      </p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${bars.length} ${height}`}
        preserveAspectRatio="none"
        className="block h-36 w-full border-border border-y"
      >
        {marks.map(({ index }) => (
          <line
            key={index}
            x1={index}
            x2={index}
            y1={0}
            y2={height}
            vectorEffect="non-scaling-stroke"
            className="stroke-border"
          />
        ))}
        {bars.map((bar, index) => (
          <OneBar key={bar.key} bar={bar} x={index} scale={height / most} />
        ))}
      </svg>
      <svg aria-hidden className="block h-5 w-full fill-fg-muted text-xs">
        {marks
          .filter(({ index }) => index <= bars.length - nameWidth)
          .map(({ index, name }) => (
            <text key={index} x={share(index)} dx={2} y={15}>
              {name}
            </text>
          ))}
      </svg>
    </div>
  );
}

/** @param scale the height of one */
function OneBar({ bar, x, scale }: { bar: Bar; x: number; scale: number }) {
  const drawn = bar.parts.map(({ amount, className }, index) => {
    const below = bar.parts.slice(0, index).reduce((sum, part) => sum + part.amount, 0);
    return { className, y: height - (below + amount) * scale, size: amount * scale };
  });
  if (drawn.every(({ size }) => size === 0)) return null;

  return (
    <g>
      <title>{bar.title}</title>
      {/* The whole height shows the title, however low the bar is. */}
      <rect x={x} y={0} width={1} height={height} className="fill-transparent" />
      {drawn
        .filter(({ size }) => size > 0)
        .map(({ className, y, size }) => (
          <rect key={className} x={x + 0.1} y={y} width={0.8} height={size} className={className} />
        ))}
    </g>
  );
}

/** A bar for comparison; the number beside it is the exact value. */
export function ShareBar({ share, className }: { share: number; className: string }) {
  return (
    <svg aria-hidden="true" className={cn('h-1', className)}>
      <rect width="100%" height="100%" rx="2" className="fill-surface-2" />
      <rect
        width={`${(share * 100).toFixed(1)}%`}
        height="100%"
        rx="2"
        className="fill-primary/70"
      />
    </svg>
  );
}
