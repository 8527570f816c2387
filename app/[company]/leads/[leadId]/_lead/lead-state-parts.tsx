import type { ReactNode } from 'react';
import { Field, Select } from '#app/_ui/field.tsx';
import { priorityLabels, statusLabels, temperatureLabels } from '#app/[company]/_leads/labels.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import { Fact, Facts, Part } from './part.tsx';

interface StatePartProps {
  status: ReactNode;
  priority: ReactNode;
  temperature: ReactNode;
  step: ReactNode;
}

/** The arrangement of the fields. */
export function StatePart({ status, priority, temperature, step }: StatePartProps) {
  return (
    <Part title="Status and step">
      <div className="grid gap-3">
        {status}
        <div className="grid grid-cols-2 gap-3">
          {priority}
          {temperature}
        </div>
        {step}
      </div>
    </Part>
  );
}

type Values = Pick<LeadRow, 'status' | 'priority' | 'temperature'> & { step: { name: string } };

const textsOf = (lead: Values) => ({
  status: statusLabels[lead.status],
  priority: priorityLabels[lead.priority],
  temperature: temperatureLabels[lead.temperature],
  step: lead.step.name,
});

/** As `LeadState`, while the lead is loading. */
export function LeadStatePreview({ lead }: { lead: Values }) {
  const texts = textsOf(lead);
  const field = (label: string, text: string) => (
    <Field label={label}>
      <Select disabled>
        <option>{text}</option>
      </Select>
    </Field>
  );

  return (
    <StatePart
      status={field('Status', texts.status)}
      priority={field('Priority', texts.priority)}
      temperature={field('Temperature', texts.temperature)}
      step={field('Step', texts.step)}
    />
  );
}

/** The status and step of the lead, read-only. */
export function LeadStateText({ lead }: { lead: Values }) {
  const texts = textsOf(lead);

  return (
    <Part title="Status and step">
      <Facts>
        <Fact term="Status">{texts.status}</Fact>
        <Fact term="Priority">{texts.priority}</Fact>
        <Fact term="Temperature">{texts.temperature}</Fact>
        <Fact term="Step">
          <bdi>{texts.step}</bdi>
        </Fact>
      </Facts>
    </Part>
  );
}
