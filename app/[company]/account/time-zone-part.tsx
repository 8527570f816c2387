'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Field } from '#app/_ui/field.tsx';
import { nameTimeZone } from '#app/_ui/format.ts';
import { TimeZoneSelect } from '#app/_ui/time-zone-select.tsx';

/** In which time zone the user sees times; saved at once. */
export function TimeZonePart() {
  const titleId = useId();
  const { user, company } = useSession();
  const router = useRouter();
  const announce = useAnnounce();
  const [timeZone, setTimeZone] = useState(user.timeZone ?? '');
  const change = useMutation(
    useTRPC().account.setTimeZone.mutationOptions({
      onSuccess: () => {
        announce('Time zone changed');
        router.refresh();
      },
    }),
  );

  function choose(next: string) {
    const before = timeZone;
    setTimeZone(next);
    change.mutate({ timeZone: next || null }, { onError: () => setTimeZone(before) });
  }

  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-md border border-border bg-surface px-4 py-4"
    >
      <div className="grid min-w-0 max-w-prose gap-1">
        <h2 id={titleId} className="font-semibold text-lg">
          Times
        </h2>
        <p className="text-fg-muted">
          The time zone in which you see times. Days of counts stay days of the company.
        </p>
        {change.isSuccess && <p className="text-success">Time zone changed.</p>}
      </div>
      <Field
        label="Time zone"
        error={change.error ? readFailure(change.error).message : undefined}
        className="w-full sm:w-72"
      >
        <TimeZoneSelect
          value={timeZone}
          emptyLabel={`The company's (${nameTimeZone(company.timeZone)})`}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </Field>
    </section>
  );
}
