'use client';

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Field, Input } from '#app/_ui/field.tsx';
import { labelAmount } from '#app/features/leads/labels.ts';
import { currencyOf } from '#db/values/currencies.ts';
import { outcomeOf } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { readAmount } from './amount.ts';
import { EditField, EditNotice } from './edit-field.tsx';
import { useLeadEdit } from './use-lead-edit.ts';

interface OutcomeFieldProps {
  lead: LeadDetail;
}

/** Why the lead was lost, or what it is worth. Stands out until it is answered. */
export function OutcomeField({ lead }: OutcomeFieldProps) {
  const isLost = outcomeOf(lead.status) === 'lost';
  const isOpen = (isLost ? lead.lostReason : lead.wonAmount) === null;

  return (
    <div className={isOpen ? '-mx-2 rounded-sm bg-info-soft px-2 pt-1.5 pb-2' : undefined}>
      {isLost ? <ReasonField lead={lead} /> : <AmountField lead={lead} />}
    </div>
  );
}

function ReasonField({ lead }: OutcomeFieldProps) {
  const { update } = useTRPCClient().leads;
  const list = useQuery(useTRPC().companies.lostReasons.queryOptions());
  const reasons = list.data?.reasons ?? [];
  const own = lead.lostReason ?? '';
  const isListed = own === '' || reasons.includes(own);

  return (
    <EditField
      label="Reason"
      hint={list.isError ? 'The reasons could not be loaded.' : undefined}
      lead={lead}
      type="edited"
      field="lostReason"
      value={own}
      read={(text) => text}
      nameOf={(text) => text || 'No reason'}
      patch={(reason) => ({ lostReason: reason || null })}
      save={({ from, to }) =>
        update.mutate({ id: lead.id, lostReason: { from: from || null, to: to || null } })
      }
    >
      <option value="">{own === '' ? 'Why was it lost?' : 'No reason'}</option>
      {!isListed && <option value={own}>{own}</option>}
      {reasons.map((reason) => (
        <option key={reason} value={reason}>
          {reason}
        </option>
      ))}
    </EditField>
  );
}

/** `1200.50 BRL`, as the timeline has it. */
function amountOf(text: string) {
  const [amount = '', currency = ''] = text.split(' ');
  return text === '' ? null : { amount, currency };
}

/** Saved when it is left, or with Enter. */
function AmountField({ lead }: OutcomeFieldProps) {
  const { update } = useTRPCClient().leads;
  const { company } = useSession();
  const currency = lead.wonCurrency ?? currencyOf(company);
  const stored = lead.wonAmount === null ? '' : `${lead.wonAmount} ${currency}`;
  const input = useRef<HTMLInputElement>(null);
  /** Absent: what the lead has. */
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const edit = useLeadEdit({
    lead,
    label: 'Amount',
    type: 'edited',
    field: 'wonAmount',
    value: stored,
    read: (text) => text,
    nameOf: (text) => (text === '' ? 'no amount' : labelAmount(text)),
    patch: (text) => ({
      wonAmount: amountOf(text)?.amount ?? null,
      wonCurrency: amountOf(text)?.currency ?? null,
    }),
    save: ({ from, to }) =>
      update.mutate({ id: lead.id, wonAmount: { from: amountOf(from), to: amountOf(to) } }),
  });

  const { value, choose } = edit;

  function save() {
    if (typed === undefined) return;
    const amount = typed.trim() === '' ? '' : readAmount(typed);
    setError(amount === undefined ? 'Enter an amount such as 1,200.50' : undefined);
    if (amount === undefined) return;
    setTyped(undefined);
    choose(amount === '' ? '' : `${amount} ${currency}`);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    save();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Field label={`Amount in ${currency}`} optional error={error}>
        <Input
          ref={input}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? amountOf(value)?.amount ?? ''}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={save}
        />
      </Field>
      <EditNotice edit={edit} label="Amount" control={input} />
    </form>
  );
}
