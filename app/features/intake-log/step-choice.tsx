'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { Field, Select } from '#app/_ui/field.tsx';

interface StepChoiceProps {
  value: string;
  /** Null: their path named no step. */
  sentTo: string | null;
  onChange: (stepId: string) => void;
}

/** Where requests go that are sent again. */
export function StepChoice({ value, sentTo, onChange }: StepChoiceProps) {
  const funnels = useQuery(useTRPC().steps.list.queryOptions());
  const steps =
    funnels.data?.flatMap((funnel) =>
      funnel.steps.map(({ id, name }) => ({ id, name: `${funnel.name}: ${name}` })),
    ) ?? [];
  const own = steps.find(({ id }) => id === sentTo);
  const asSent =
    sentTo === null ? 'Choose a step' : `As sent: ${own?.name ?? 'a step that takes no leads'}`;

  return (
    <Field label="Step" className="max-w-md">
      <Select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{asSent}</option>
        {steps
          .filter(({ id }) => id !== sentTo)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Select>
    </Field>
  );
}
