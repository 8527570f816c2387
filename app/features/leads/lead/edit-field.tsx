'use client';

import { TriangleAlert } from 'lucide-react';
import { type ChangeEvent, type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { Field, Select } from '#app/_ui/field.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { type Conflict, type LeadField, useLeadEdit } from './use-lead-edit.ts';

interface EditFieldProps<Value extends string> extends LeadField<Value> {
  hint?: string | undefined;
  /** Whether the user is sure of a choice. */
  confirm?: (value: Value) => Promise<boolean>;
  /** The options. */
  children: ReactNode;
}

/** One field of a lead, as a choice that is saved at once. */
export function EditField<Value extends string>(props: EditFieldProps<Value>) {
  const { hint, children, confirm, ...field } = props;
  const { value, choose, conflict } = useLeadEdit(field);
  const select = useRef<HTMLSelectElement>(null);

  async function change({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
    const chosen = currentTarget.value;
    const to = field.read(chosen);
    if (to === undefined || !confirm || (await confirm(to))) choose(chosen);
  }

  return (
    <Field label={field.label} hint={hint}>
      <Select ref={select} value={value} onChange={change}>
        {children}
      </Select>
      {conflict && <ConflictNotice conflict={conflict} label={field.label} control={select} />}
    </Field>
  );
}

interface ConflictNoticeProps {
  conflict: Conflict;
  /** "Status" */
  label: string;
  /** Focused when the notice closes. */
  control: RefObject<HTMLElement | null>;
}

/** Says that another change came first, and lets the user decide. `useLeadEdit` announces it. */
export function ConflictNotice({ conflict, label, control }: ConflictNoticeProps) {
  const { who, theirs, mine, at, keep, overwrite } = conflict;
  const decide = (decision: () => void) => () => {
    decision();
    control.current?.focus();
  };

  return (
    <section
      aria-label={`${label} changed by ${who}`}
      className="grid gap-2.5 rounded-sm bg-warning-soft px-3 py-2.5 text-sm"
    >
      <p className="flex gap-2 [overflow-wrap:anywhere]">
        <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-warning" />
        <span className="min-w-0">
          <bdi className="font-medium">{who}</bdi> changed this to{' '}
          <bdi className="font-medium">{theirs}</bdi> <RelativeTime at={at} plain />. You chose{' '}
          <bdi className="font-medium">{mine}</bdi>, which was not saved.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={decide(keep)} className="max-w-full">
          <span className="truncate">
            Keep <bdi>{theirs}</bdi>
          </span>
        </Button>
        <Button size="sm" onClick={decide(overwrite)} className="max-w-full">
          <span className="truncate">
            Overwrite with <bdi>{mine}</bdi>
          </span>
        </Button>
      </div>
    </section>
  );
}
