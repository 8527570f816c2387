import type { ReactNode } from 'react';
import { Field, Select } from '#app/_ui/field.tsx';
import { Fact, Facts, Part } from '#app/_ui/part.tsx';
import { priorityLabels, statusLabels, temperatureLabels } from '#app/[company]/_leads/labels.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

interface StatePartProps {
  owner: ReactNode;
  status: ReactNode;
  priority: ReactNode;
  temperature: ReactNode;
  step: ReactNode;
}

/** The arrangement of the fields. One with a notice gets the whole width. */
export function StatePart({ owner, status, priority, temperature, step }: StatePartProps) {
  return (
    <Part title="Status and step">
      <div className="@container">
        <div className="grid grid-cols-2 gap-3 @min-[480px]:grid-cols-6">
          {[owner, status, step].map((field, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are fixed
            <div key={index} className="col-span-2 has-[section]:col-span-full">
              {field}
            </div>
          ))}
          {[priority, temperature].map((field, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields are fixed
              key={index}
              className="has-[section]:col-span-full @min-[480px]:col-span-3"
            >
              {field}
            </div>
          ))}
        </div>
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
      owner={field('Owner', '')}
      status={field('Status', texts.status)}
      priority={field('Priority', texts.priority)}
      temperature={field('Temperature', texts.temperature)}
      step={field('Step', texts.step)}
    />
  );
}

/** The status and step of the lead, read-only. */
export function LeadStateText({ lead, owner }: { lead: Values; owner?: ReactNode }) {
  const texts = textsOf(lead);

  return (
    <Part title="Status and step">
      <Facts>
        {owner && <Fact term="Owner">{owner}</Fact>}
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
