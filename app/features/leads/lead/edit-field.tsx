'use client';

import dynamic from 'next/dynamic';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { Field, Select } from '#app/_ui/field.tsx';
import { NotLoaded } from '#app/_ui/late.tsx';
import type { ConflictNoticeProps } from './conflict-notice.tsx';
import { type LeadField, useLeadEdit } from './use-lead-edit.ts';

/** Rarely shown. */
export const ConflictNotice = dynamic<ConflictNoticeProps>(() =>
  import('./conflict-notice.tsx').then(
    (module) => module.ConflictNotice,
    () => NotLoaded,
  ),
);

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
