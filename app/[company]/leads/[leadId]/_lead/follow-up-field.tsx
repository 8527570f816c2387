'use client';

import { Field, Select } from '#app/_ui/field.tsx';
import { formatTime, nameTimeZone } from '#app/_ui/format.ts';
import { Input } from '#app/_ui/input.tsx';
import { useTimeZone } from '#app/_ui/time.tsx';
import { instantOf, localOf, type QuickTime, quickTime, quickTimes } from './follow-up-times.ts';

/** What was chosen. A quick time is counted from when it is saved. */
export interface FollowUpChoice {
  choice: QuickTime | 'date' | '';
  /** Of `date`, by the clock of the user: `2026-03-12T09:00`. */
  local: string;
}

export const noFollowUp: FollowUpChoice = { choice: '', local: '' };

/** ISO 8601; undefined where nothing, or no time, is chosen. */
export function followUpOf({ choice, local }: FollowUpChoice, timeZone: string) {
  if (choice === '') return undefined;
  const at =
    choice === 'date' ? instantOf(timeZone, local) : quickTime(choice, new Date(), timeZone);
  return at?.toISOString();
}

interface FollowUpFieldProps {
  value: FollowUpChoice;
  onChange: (value: FollowUpChoice) => void;
  /** Of the empty choice. */
  emptyLabel: string;
  error?: string | undefined;
}

const choices = Object.keys({ ...quickTimes, date: '' });
const isChoice = (text: string): text is FollowUpChoice['choice'] =>
  text === '' || choices.includes(text);

export function FollowUpField({ value, onChange, emptyLabel, error }: FollowUpFieldProps) {
  const timeZone = useTimeZone();
  const { choice, local } = value;
  const at = followUpOf(value, timeZone);

  function choose(text: string) {
    if (!isChoice(text)) return;
    const tomorrow = () => localOf(timeZone, quickTime('tomorrow', new Date(), timeZone));
    onChange({ choice: text, local: text === 'date' && !local ? tomorrow() : local });
  }

  return (
    <div className="grid items-start gap-3 @min-[420px]:grid-cols-2">
      <Field
        label="Follow-up"
        error={choice === 'date' ? undefined : error}
        hint={at && choice !== 'date' ? formatTime(new Date(at), timeZone) : undefined}
      >
        <Select value={choice} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{emptyLabel}</option>
          {Object.entries(quickTimes).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          <option value="date">On a date…</option>
        </Select>
      </Field>
      {choice === 'date' && (
        <Field label="Date and time" hint={nameTimeZone(timeZone)} error={error}>
          <Input
            type="datetime-local"
            value={local}
            onChange={(event) => onChange({ choice, local: event.currentTarget.value })}
          />
        </Field>
      )}
    </div>
  );
}
