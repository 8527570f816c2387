'use client';

import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { Field, Select } from '#app/_ui/field.tsx';
import { late } from '#app/_ui/late.tsx';
import type { EditNoticeProps } from './edit-notice.tsx';
import { type LeadField, useLeadEdit } from './use-lead-edit.ts';

/** Rarely shown. */
const LateNotice = late(
  async () => (await import('./edit-notice.tsx')).EditNotice,
  () => null,
);

/** What is to be said of an edit; nothing most of the time. */
export const EditNotice = (props: EditNoticeProps) =>
  (props.edit.conflict ?? props.edit.unsaved) && <LateNotice {...props} />;

interface EditFieldProps<Value extends string> extends LeadField<Value> {
  hint?: string | undefined;
  /** Of `leadKeys`. */
  shortcut?: string;
  /** Whether the user is sure of a choice. */
  confirm?: (value: Value) => Promise<boolean>;
  /** The options. */
  children: ReactNode;
}

/** One field of a lead, as a choice that is saved at once. */
export function EditField<Value extends string>(props: EditFieldProps<Value>) {
  const { hint, shortcut, children, confirm, ...field } = props;
  const edit = useLeadEdit(field);
  const { value, choose } = edit;
  const select = useRef<HTMLSelectElement>(null);

  async function change({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
    const chosen = currentTarget.value;
    const to = field.read(chosen);
    if (to === undefined || !confirm || (await confirm(to))) choose(chosen);
  }

  return (
    <Field label={field.label} hint={hint}>
      <Select ref={select} value={value} onChange={change} aria-keyshortcuts={shortcut}>
        {children}
      </Select>
      <EditNotice edit={edit} label={field.label} control={select} />
    </Field>
  );
}
