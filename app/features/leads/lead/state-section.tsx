import type { ReactNode } from 'react';
import { IconButton } from '#app/_ui/button.tsx';
import { Field, Select } from '#app/_ui/field.tsx';
import { Fact, Facts, Section } from '#app/_ui/section.tsx';
import { tooltip } from '#app/_ui/tooltip.ts';
import { statusAndStep } from '#app/features/funnels/outcome-mark.tsx';
import {
  labelAmount,
  priorityLabels,
  statusLabels,
  temperatureLabels,
} from '#app/features/leads/labels.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

interface StateSectionProps {
  owner: ReactNode;
  status: ReactNode;
  priority: ReactNode;
  temperature: ReactNode;
  step: ReactNode;
  /** The reason of a lost lead, or the amount of a won one. */
  outcome?: ReactNode;
}

/** The arrangement of the fields. One with a notice gets the whole width. */
export function StateSection(props: StateSectionProps) {
  const { owner, status, priority, temperature, step, outcome } = props;

  return (
    <Section title="Status and step" action={<StatusHelp />}>
      <div className="@container">
        <div className="grid grid-cols-2 gap-3 @min-[480px]:grid-cols-6">
          <Cell width="col-span-2">{owner}</Cell>
          <Cell width="col-span-2">{status}</Cell>
          <Cell width="col-span-2">{step}</Cell>
          {outcome && <Cell width="col-span-full">{outcome}</Cell>}
          <Cell width="@min-[480px]:col-span-3">{priority}</Cell>
          <Cell width="@min-[480px]:col-span-3">{temperature}</Cell>
        </div>
      </div>
    </Section>
  );
}

function Cell({ width, children }: { width: string; children: ReactNode }) {
  return <div className={`${width} has-[section]:col-span-full`}>{children}</div>;
}

/** Says what is what, also on touch screens. */
const StatusHelp = () => (
  <IconButton
    label={statusAndStep}
    size="sm"
    {...tooltip(statusAndStep, 'top', 'max-w-72 whitespace-normal')}
    data-tooltip-click
  >
    <span
      aria-hidden
      className="grid size-4.5 place-items-center rounded-full border border-current text-xs"
    >
      ?
    </span>
  </IconButton>
);

type Values = Pick<LeadRow, 'status' | 'priority' | 'temperature'> & {
  step: { name: string };
  lostReason?: string | null;
  wonAmount?: string | null;
  wonCurrency?: string | null;
};

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
    <StateSection
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
    <Section title="Status and step" action={<StatusHelp />}>
      <Facts>
        {owner && <Fact term="Owner">{owner}</Fact>}
        <Fact term="Status">{texts.status}</Fact>
        {lead.lostReason && (
          <Fact term="Reason">
            <bdi>{lead.lostReason}</bdi>
          </Fact>
        )}
        {lead.wonAmount && (
          <Fact term="Amount">{labelAmount(`${lead.wonAmount} ${lead.wonCurrency}`)}</Fact>
        )}
        <Fact term="Priority">{texts.priority}</Fact>
        <Fact term="Temperature">{texts.temperature}</Fact>
        <Fact term="Step">
          <bdi>{texts.step}</bdi>
        </Fact>
      </Facts>
    </Section>
  );
}
