interface SparklineProps {
  /** The oldest first. */
  values: readonly number[];
  /** Says in words what the line shows. */
  label: string;
  className?: string;
}

const width = 96;
const height = 24;
const inset = 2;

/** A line without axes; `label` carries its meaning. */
export function Sparkline({ values, label, className }: SparklineProps) {
  const most = Math.max(1, ...values);
  const step = (width - 2 * inset) / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const x = inset + index * step;
    const y = height - inset - (value / most) * (height - 2 * inset);

    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });

  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={className}
    >
      <title>{label}</title>
      <polygon
        points={`${inset},${height} ${points.join(' ')} ${width - inset},${height}`}
        className="fill-primary/12"
      />
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-primary"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
