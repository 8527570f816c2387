'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { Dialog } from '#app/_ui/dialog.tsx';
import { Field, Input } from '#app/_ui/field.tsx';
import { useZoneOfDays } from '#app/features/leads/list-bar.tsx';
import { type LeadsAddress, readDay } from '#server/panel-api/schemas/leads-address.ts';

interface DaysDialogProps {
  address: LeadsAddress;
  onChange: (change: Partial<LeadsAddress>) => void;
  onClose: () => void;
}

/** The first and the last day on which leads were received; either may be left out. */
export function DaysDialog({ address, onChange, onClose }: DaysDialogProps) {
  const form = useId();
  const zone = useZoneOfDays(address);
  const [from, setFrom] = useState(address.from);
  const [until, setUntil] = useState(address.until);

  function apply(event: SubmitEvent) {
    event.preventDefault();
    onChange({ from: readDay(from), until: readDay(until) });
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Received"
      description={zone && `Days in the time zone ${zone}`}
      width="sm"
      footer={
        <Button type="submit" form={form} variant="primary">
          Show these days
        </Button>
      }
    >
      <form id={form} onSubmit={apply} className="grid gap-4 sm:grid-cols-2">
        <Field label="First day">
          <Input
            type="date"
            value={from}
            max={until || undefined}
            onChange={({ currentTarget: { value } }) => setFrom(value)}
          />
        </Field>
        <Field label="Last day">
          <Input
            type="date"
            value={until}
            min={from || undefined}
            onChange={({ currentTarget: { value } }) => setUntil(value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
