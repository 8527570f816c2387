'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { Field, FormError, Input, Select } from '#app/_ui/field.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { formatTime, nameTimeZone } from '#app/_ui/format.ts';
import { useTimeZone } from '#app/_ui/time.tsx';
import { dayIn } from '#db/values/time-zone.ts';
import type { ChangedLead, LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { modeButton, useSaved, workDrafts } from './use-lead-work.ts';

const hour = 3_600_000;
const day = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;

  const made = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  });
  formats.set(timeZone, made);
  return made;
}

/** The wall clock of a time zone, as a field for date and time has it: `2026-03-12T09:00`. */
export const localOf = (timeZone: string, at: Date): string =>
  formatOf(timeZone).format(at).replace(' ', 'T').slice(0, 16);

const offsetAt = (timeZone: string, at: number): number =>
  Date.parse(`${formatOf(timeZone).format(at).replace(' ', 'T')}Z`) -
  Math.floor(at / 1_000) * 1_000;

/**
 * The instant of a time by the wall clock. One that summer time leaves out is an hour later.
 *
 * @param local `2026-03-12T09:00`
 * @returns undefined for what is no time
 */
export function instantOf(timeZone: string, local: string): Date | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;

  const guess = asUtc - offsetAt(timeZone, asUtc);
  return new Date(asUtc - offsetAt(timeZone, guess));
}

const quickTimes = {
  inAnHour: 'In 1 hour',
  tomorrow: 'Tomorrow 9:00',
  monday: 'Next Monday 9:00',
};

export type QuickTime = keyof typeof quickTimes;

/** Which of the next seven days is a Monday; tomorrow is 1. */
const daysToMonday = (today: string) => (8 - new Date(today).getUTCDay()) % 7 || 7;

/** When a quick choice is, in the time zone of the user. */
export function quickTime(choice: QuickTime, now: Date, timeZone: string): Date {
  if (choice === 'inAnHour') return new Date(Math.ceil(Number(now) / 60_000) * 60_000 + hour);

  const today = dayIn(timeZone, now);
  const days = choice === 'tomorrow' ? 1 : daysToMonday(today);
  const date = new Date(Date.parse(today) + days * day).toISOString().slice(0, 10);
  return instantOf(timeZone, `${date}T09:00`) ?? now;
}

/** What was chosen. A quick time is counted from when it is saved. */
export interface FollowUpChoice {
  choice: QuickTime | 'date' | 'done' | '';
  /** Of `date`, by the clock of the user: `2026-03-12T09:00`. */
  local: string;
}

export const noFollowUp: FollowUpChoice = { choice: '', local: '' };

/** ISO 8601; `null` for none any more; undefined where nothing, or no time, is chosen. */
export function followUpOf({ choice, local }: FollowUpChoice, timeZone: string) {
  if (choice === '') return undefined;
  if (choice === 'done') return null;
  const at =
    choice === 'date' ? instantOf(timeZone, local) : quickTime(choice, new Date(), timeZone);
  return at?.toISOString();
}

interface FollowUpFieldProps {
  value: FollowUpChoice;
  onChange: (value: FollowUpChoice) => void;
  /** Of the empty choice. */
  emptyLabel: string;
  /** One is planned, which can be ended. */
  isPlanned?: boolean;
  error?: string | undefined;
}

const choices = Object.keys({ ...quickTimes, date: '', done: '' });
const isChoice = (text: string): text is FollowUpChoice['choice'] =>
  text === '' || choices.includes(text);

export function FollowUpField(props: FollowUpFieldProps) {
  const { value, onChange, emptyLabel, isPlanned = false, error } = props;
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
          {isPlanned && <option value="done">Done, no other</option>}
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

const tomorrow: FollowUpChoice = { choice: 'tomorrow', local: '' };

interface FollowUpFormProps {
  lead: Pick<LeadDetail, 'id' | 'followUpAt'>;
  onClose: () => void;
  /** Gets the lead as it was saved. */
  onPlanned?: (after: ChangedLead) => void;
}

export function FollowUpForm({ lead, onClose, onPlanned }: FollowUpFormProps) {
  const timeZone = useTimeZone();
  const [kept, setDraft, draft] = useDraft<FollowUpChoice>(workDrafts.followUp(lead.id));
  const value = kept ?? tomorrow;
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const saved = useSaved();
  const plan = useMutation(
    useTRPC().leads.planFollowUp.mutationOptions({
      onMutate: () => value,
      onSuccess: (after, _, sent) => {
        saved(after, 'Follow-up planned');
        onPlanned?.(after);
        if (draft.removeSaved(sent)) onClose();
      },
    }),
  );
  usePassFocus(form, modeButton);

  function submit(event: FormEvent) {
    event.preventDefault();
    const to = followUpOf(value, timeZone);
    setMissing(!to);
    if (to) plan.mutate({ id: lead.id, followUpAt: { from: lead.followUpAt, to } });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3">
      <FollowUpField
        emptyLabel="Choose a time"
        value={value}
        onChange={setDraft}
        error={isMissing ? 'Choose a date and time' : undefined}
      />
      <FormError>{plan.error && readFailure(plan.error).message}</FormError>
      <div className="flex justify-end gap-2">
        {kept && (
          <Button
            variant="ghost"
            onClick={() => {
              setDraft(undefined);
              onClose();
            }}
          >
            Discard
          </Button>
        )}
        <Button type="submit" variant="primary" pending={plan.isPending}>
          Plan follow-up
        </Button>
      </div>
    </form>
  );
}
