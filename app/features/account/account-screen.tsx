'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Field } from '#app/_ui/field.tsx';
import { nameTimeZone } from '#app/_ui/format.ts';
import { late } from '#app/_ui/late.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { TimeZoneSelect } from '#app/_ui/time-zone-select.tsx';
import { recoveryCodesPerUser } from '#db/values/limits.ts';
import type { AccountView } from '#server/panel-api/schemas/account.ts';
import type { OpenDialog } from './account-dialogs.tsx';
import { Section, Sessions } from './sessions.tsx';

const AccountDialogs = late(async () => (await import('./account-dialogs.tsx')).AccountDialogs);

/** Fewer recovery codes than this are shown as a warning. */
const enoughCodes = 4;

export function AccountScreen() {
  const { user } = useSession();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const account = useQuery(trpc.account.get.queryOptions());
  const [dialog, setDialog] = useState<OpenDialog>();
  const [done, setDone] = useState<{ by: OpenDialog; message: string }>();

  async function finish(by: OpenDialog, message: string) {
    setDialog(undefined);
    await queryClient.invalidateQueries(trpc.account.pathFilter());
    setDone({ by, message });
    announce(message);
  }
  function open(next: OpenDialog) {
    setDone(undefined);
    setDialog(next);
  }
  const doneBy = (...dialogs: OpenDialog[]) =>
    done && dialogs.includes(done.by) ? done.message : undefined;

  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader title="Your account" meta={`${user.name} · ${user.email}`} />
      {account.isPending && <AccountSkeleton />}
      {!account.isPending && !account.data && (
        <QueryFailure query={account} title="Your account could not be loaded" />
      )}
      {account.data && (
        <>
          <Section
            title="Password"
            done={doneBy('password')}
            actions={<Button onClick={() => open('password')}>Change password</Button>}
          >
            A new password signs you out on all other devices.
          </Section>
          <SecondFactor
            {...account.data.secondFactor}
            done={doneBy('turnOn', 'turnOff', 'codes')}
            onOpen={open}
          />
          <TimeZoneSection />
          <Sessions
            done={doneBy('endOthers')}
            onEndOthers={() => open('endOthers')}
            onChange={() => setDone(undefined)}
          />
        </>
      )}
      {dialog && (
        <AccountDialogs
          open={dialog}
          hasSecondFactor={account.data?.secondFactor.confirmedAt != null}
          onClose={() => setDialog(undefined)}
          onDone={finish}
        />
      )}
    </div>
  );
}

type SecondFactorProps = AccountView['secondFactor'] & {
  done: string | undefined;
  onOpen: (dialog: OpenDialog) => void;
};

function SecondFactor({ confirmedAt, recoveryCodesLeft, done, onOpen }: SecondFactorProps) {
  if (confirmedAt === null) {
    return (
      <Section
        title="Two-step sign-in"
        badge={<Badge>Off</Badge>}
        done={done}
        actions={<Button onClick={() => onOpen('turnOn')}>Turn on</Button>}
      >
        Signing in then needs your password and a code from an app on your phone.
      </Section>
    );
  }
  return (
    <Section
      title="Two-step sign-in"
      badge={<Badge tone="success">On</Badge>}
      done={done}
      actions={
        <>
          <Button onClick={() => onOpen('codes')}>New recovery codes</Button>
          <Button onClick={() => onOpen('turnOff')}>Turn off</Button>
        </>
      }
    >
      Turned on <RelativeTime at={confirmedAt} />.{' '}
      <span className={recoveryCodesLeft < enoughCodes ? 'text-warning' : undefined}>
        {recoveryCodesLeft} of {recoveryCodesPerUser} recovery codes left.
      </span>
    </Section>
  );
}

function AccountSkeleton() {
  return (
    <Loading label="Loading your account" className="grid gap-5">
      <Skeleton className="h-24 rounded-md" />
      <Skeleton className="h-28 rounded-md" />
      <Skeleton className="h-40 rounded-md" />
    </Loading>
  );
}

/** In which time zone the user sees times; saved at once. */
function TimeZoneSection() {
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
