import { Bars } from '#app/_ui/bars.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { Section } from '#app/_ui/section.tsx';
import type { LeadNumbers, LeadReport } from '#server/panel-api/schemas/reports.ts';
import { labelDay, markDays } from './report-labels.ts';

const parts = [
  { label: 'Contacted', fill: 'fill-primary', swatch: 'bg-primary' },
  { label: 'Not contacted', fill: 'fill-border-strong', swatch: 'bg-border-strong' },
] as const;

interface DayChartProps {
  days: LeadReport['days'];
  total: LeadNumbers;
}

/** Leads a day. The table below has the same numbers. */
export function DayChart({ days, total }: DayChartProps) {
  const most = Math.max(...days.map(({ leads }) => leads));
  const busiest = days.find(({ leads }) => leads === most);
  const amounts = ({ leads, contacted }: LeadNumbers) => [contacted, leads - contacted];

  return (
    <Section title="Leads a day">
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {parts.map(({ label, swatch }, index) => (
          <li key={label} className="flex items-baseline gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-[2px] ${swatch}`} />
            <span className="text-fg-muted">{label}</span>
            <span className="figure">{digits(amounts(total)[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
      <Bars
        label={`${count(total.leads, 'lead')} in ${count(days.length, 'day')}, ${digits(total.contacted)} of them contacted. At most ${digits(most)} a day${busiest ? `: ${labelDay(busiest.day)}` : ''}.`}
        most={most}
        unit="a day"
        bars={days.map((day) => ({
          key: day.day,
          title: `${labelDay(day.day)}: ${count(day.leads, 'lead')}, ${digits(day.contacted)} contacted`,
          parts: parts.map(({ fill }, index) => ({
            amount: amounts(day)[index] ?? 0,
            className: fill,
          })),
        }))}
        marks={markDays(days)}
        nameWidth={days.length / 6}
      />
    </Section>
  );
}
