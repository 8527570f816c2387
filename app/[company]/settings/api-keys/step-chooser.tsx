'use client';

import { Field, Select } from '../../../_ui/field.tsx';
import { Loading, SkeletonOf } from '../../../_ui/skeleton.tsx';
import type { StepChoice } from './use-step-choice.ts';

export function StepChooser({ choice }: { choice: StepChoice }) {
  if (choice.pending && choice.steps.length === 0) {
    return (
      <Loading label="Loading steps" className="grid gap-3 sm:grid-cols-2">
        <SkeletonOf>
          <Field label="Funnel">
            <Select />
          </Field>
        </SkeletonOf>
        <SkeletonOf>
          <Field label="Step">
            <Select />
          </Field>
        </SkeletonOf>
      </Loading>
    );
  }
  if (choice.failure) return <p className="text-danger text-sm">{choice.failure}</p>;
  if (choice.funnels.length === 0 && choice.steps.length === 0) {
    return (
      <p className="text-fg-muted">
        Leads are sent to a step. Create a funnel with a step under CRM → Funnels, then copy its
        step ID.
      </p>
    );
  }

  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {choice.funnels.length > 0 && (
        <Field label="Funnel">
          <Select
            value={choice.funnelId}
            onChange={(event) => choice.chooseFunnel(event.target.value)}
          >
            {choice.funnels.map((funnel) => (
              <option key={funnel.id} value={funnel.id}>
                {funnel.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {choice.steps.length > 0 ? (
        <Field label="Step">
          <Select value={choice.stepId} onChange={(event) => choice.chooseStep(event.target.value)}>
            {choice.steps.map((step) => (
              <option key={step.id} value={step.id}>
                {step.name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <p className="self-end text-fg-muted text-sm">This funnel has no steps yet.</p>
      )}
    </div>
  );
}
