'use client';

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#app/_ui/button.tsx';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Input } from '#app/_ui/input.tsx';
import { restoreFocus } from '#app/[company]/funnels/_parts/focus.ts';
import { label } from '#server/panel-api/schemas/common.ts';
import {
  createFunnelInput,
  stepNameMax,
  stepsPerFunnel,
} from '#server/panel-api/schemas/funnels.ts';

/** The input of `funnels.create`, but with steps as objects, as `useFieldArray` requires. */
export const newFunnel = createFunnelInput.extend({
  steps: z.array(z.object({ name: label(stepNameMax) })).max(stepsPerFunnel),
});

export type NewFunnel = z.infer<typeof newFunnel>;

/** Edits the step names of a new funnel. */
export function StepsEditor({ form }: { form: UseFormReturn<NewFunnel> }) {
  const { fields, insert, append, remove, swap } = useFieldArray({
    control: form.control,
    name: 'steps',
  });
  const full = fields.length >= stepsPerFunnel;

  /** Enter adds a step below instead of submitting the form. */
  function addBelow(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!full) insert(index + 1, { name: '' }, { focusName: `steps.${index + 1}.name` });
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="float-left font-medium text-sm">Steps</legend>
      {fields.length === 0 && (
        <p className="text-fg-muted text-sm">No steps yet. You can also add them later.</p>
      )}
      <ol className="grid gap-2">
        {fields.map((field, index) => (
          <StepLine
            key={field.id}
            index={index}
            last={index === fields.length - 1}
            form={form}
            onKeyDown={(event) => addBelow(event, index)}
            onSwap={(to) => swap(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {full ? (
        <p className="text-fg-muted text-sm">A funnel has at most {stepsPerFunnel} steps.</p>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          onClick={() => append({ name: '' }, { shouldFocus: true })}
        >
          <Plus aria-hidden />
          Add a step
        </Button>
      )}
    </fieldset>
  );
}

interface StepLineProps {
  index: number;
  last: boolean;
  form: UseFormReturn<NewFunnel>;
  onKeyDown: (event: KeyboardEvent) => void;
  onSwap: (to: number) => void;
  onRemove: () => void;
}

function StepLine({ index, last, form, onKeyDown, onSwap, onRemove }: StepLineProps) {
  const error = form.formState.errors.steps?.[index]?.name?.message;
  const number = index + 1;
  const errorId = `new-step-${index}-error`;

  function moveTo(to: number, button: HTMLElement) {
    onSwap(to);
    restoreFocus(button);
  }

  return (
    <li className="grid gap-1">
      <div className="flex items-center gap-1">
        <span aria-hidden className="tabular w-5 shrink-0 text-fg-subtle text-sm">
          {number}
        </span>
        <Input
          {...form.register(`steps.${index}.name`)}
          aria-label={`Name of step ${number}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          autoComplete="off"
          dir="auto"
          onKeyDown={onKeyDown}
          className="mr-1"
        />
        <IconButton
          label={`Move step ${number} up`}
          aria-disabled={index === 0}
          onClick={(event) => index > 0 && moveTo(index - 1, event.currentTarget)}
        >
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton
          label={`Move step ${number} down`}
          aria-disabled={last}
          onClick={(event) => !last && moveTo(index + 1, event.currentTarget)}
        >
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton label={`Remove step ${number}`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {error && (
        <p id={errorId} className="pl-6 text-danger text-sm">
          {error}
        </p>
      )}
    </li>
  );
}
