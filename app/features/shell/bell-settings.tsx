'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { Checkbox } from '#app/_ui/checkbox.tsx';
import { Field, Select } from '#app/_ui/field.tsx';
import type { NewLeadChoice } from '#db/values/access.ts';
import type { NotificationList } from '#server/panel-api/schemas/notifications.ts';
import { useBrowserNotifications, useCanNotify } from './browser-notifier.tsx';

/** What the bell tells, and where. */
export function BellSettings({ list }: { list: NotificationList }) {
  return (
    <div className="grid gap-2 border-border border-t px-4 py-3 text-sm empty:hidden">
      <NewLeadsChoice list={list} />
      <BrowserSwitch />
    </div>
  );
}

const choiceLabels: Record<NewLeadChoice, string> = {
  mine: 'Only those assigned to me',
  unassigned: 'Also those without an owner',
  all: 'Also those of others',
};

/** Of which new leads the bell tells. */
function NewLeadsChoice({ list }: { list: NotificationList }) {
  const { list: shown, chooseNewLeads } = useTRPC().notifications;
  const queryClient = useQueryClient();
  const choose = useMutation(
    chooseNewLeads.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(shown.pathFilter()),
    }),
  );
  if (list.choices.length < 2) return null;

  return (
    <Field
      label="New leads"
      error={choose.isError ? 'The choice could not be saved. Try again.' : undefined}
    >
      <Select
        value={choose.isPending ? choose.variables.newLeads : list.newLeads}
        onChange={({ currentTarget: { value } }) => {
          const newLeads = list.choices.find((choice) => choice === value);
          if (newLeads) choose.mutate({ newLeads });
        }}
      >
        {list.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choiceLabels[choice]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function BrowserSwitch() {
  const canNotify = useCanNotify();
  const { isOn, turnOn, turnOff } = useBrowserNotifications();
  const [isBlocked, setBlocked] = useState(false);
  if (!canNotify) return null;

  async function toggle() {
    if (isOn) turnOff();
    else setBlocked(!(await turnOn()));
  }

  return (
    <div>
      <Checkbox
        label="Notify me in this browser while no tab is visible"
        checked={isOn}
        onChange={() => void toggle()}
      />
      {isBlocked && (
        <p role="alert" className="mt-1 text-danger">
          This browser blocks notifications of this site. Allow them in its settings.
        </p>
      )}
    </div>
  );
}
