'use client';

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { readFailure } from '#app/_trpc/failure.ts';
import { Button } from '#app/_ui/button.tsx';
import { Checkbox } from '#app/_ui/checkbox.tsx';
import { Field, FieldError, FormError, TextArea } from '#app/_ui/field.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { useTimeZone } from '#app/_ui/time.tsx';
import type { ContactDraft } from './contact-drafts.ts';
import { FollowUpField, followUpOf } from './follow-up.tsx';
import { modeButton } from './use-lead-work.ts';

/** What a call and a message are recorded with. Absent: nothing was typed or chosen. */
interface ContactValues {
  text?: string;
  isContact?: boolean;
  /** ISO 8601; null ends the one that is planned. */
  followUpAt?: string | null;
}

interface ContactFormProps<Choice extends string> {
  draft: ContactDraft;
  /** Above the form, where the draft says what was reached. */
  reached: ReactNode;
  legend: string;
  choices: readonly Choice[];
  labels: Record<Choice, string>;
  chosen: Choice | undefined;
  /** Said when nothing is chosen, where that can be. */
  missing?: string;
  /** The lead is not contacted yet, and would be by this. */
  mayContact: boolean;
  textLabel: string;
  /** The follow-up of the lead, in ISO 8601. */
  planned: string | null;
  saveLabel: string;
  mutation: { error: unknown; isPending: boolean };
  /** The form was opened by a press. */
  hasFocus: boolean;
  onChoose: (choice: Choice) => void;
  onChange: (next: Partial<ContactDraft>) => void;
  onSave: (choice: Choice, values: ContactValues) => void;
  onDiscard: () => void;
}

/** Records a call or a message: how it was, what was said, and what follows. */
export function ContactForm<Choice extends string>(props: ContactFormProps<Choice>) {
  const { draft, chosen, mayContact, planned, mutation, hasFocus, onChange } = props;
  const timeZone = useTimeZone();
  const [missing, setMissing] = useState<'choice' | 'time'>();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const failure = mutation.error ? readFailure(mutation.error) : undefined;
  const refusedTime = failure?.issues.find(({ path }) => path === 'followUpAt')?.message;

  usePassFocus(form, modeButton);

  useEffect(() => {
    if (hasFocus) first.current?.focus();
  }, [hasFocus]);

  function change(next: Partial<ContactDraft>) {
    setMissing(undefined);
    onChange(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (mutation.isPending) return;
    const { text, followUp, isContact = true } = draft;
    const followUpAt = followUpOf(followUp, timeZone);
    if (!chosen) {
      setMissing('choice');
      first.current?.focus();
    } else if (followUp.choice !== '' && followUpAt === undefined) setMissing('time');
    else {
      props.onSave(chosen, {
        ...(text.trim() !== '' && { text }),
        ...(mayContact && { isContact }),
        ...(followUpAt !== undefined && { followUpAt }),
      });
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3">
      {draft.reached !== undefined && <p className="text-fg-muted">{props.reached}</p>}
      <fieldset className="grid gap-1.5" aria-describedby="contact-choice-error">
        <legend className="mb-1.5 font-medium text-sm">{props.legend}</legend>
        <div className="flex flex-wrap gap-2">
          {props.choices.map((choice, index) => (
            <label
              key={choice}
              className="flex h-control cursor-pointer items-center gap-2 rounded-sm border border-border-strong/60 px-3 hover:bg-surface-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-text"
            >
              <input
                ref={(chosen === undefined ? index === 0 : choice === chosen) ? first : undefined}
                type="radio"
                name="choice"
                checked={choice === chosen}
                onChange={() => {
                  setMissing(undefined);
                  props.onChoose(choice);
                }}
                className="accent-primary"
              />
              {props.labels[choice]}
            </label>
          ))}
        </div>
        <FieldError
          id="contact-choice-error"
          error={missing === 'choice' ? props.missing : undefined}
        />
      </fieldset>
      {mayContact && (
        <Checkbox
          label="Set the status to Contacted"
          checked={draft.isContact ?? true}
          onChange={({ currentTarget }) => change({ isContact: currentTarget.checked })}
        />
      )}
      <Field label={props.textLabel} optional>
        <TextArea
          dir="auto"
          value={draft.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      </Field>
      <FollowUpField
        emptyLabel={planned === null ? 'No follow-up' : 'No change'}
        isPlanned={planned !== null}
        value={draft.followUp}
        onChange={(followUp) => change({ followUp })}
        error={missing === 'time' ? 'Enter a date and time' : refusedTime}
      />
      <FormError>{failure && !refusedTime && failure.message}</FormError>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={props.onDiscard}>
          Discard
        </Button>
        <Button type="submit" variant="primary" pending={mutation.isPending}>
          {props.saveLabel}
        </Button>
      </div>
    </form>
  );
}
