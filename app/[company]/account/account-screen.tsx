'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { late } from '#app/_ui/late.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { recoveryCodesPerUser } from '#db/values/limits.ts';
import type { AccountView } from '#server/panel-api/schemas/account.ts';
import type { OpenDialog } from './account-dialogs.tsx';
import { Part } from './account-part.tsx';
import { Sessions } from './sessions.tsx';
import { TimeZonePart } from './time-zone-part.tsx';

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
          <Part
            title="Password"
            done={doneBy('password')}
            actions={<Button onClick={() => open('password')}>Change password</Button>}
          >
            A new password signs you out on all other devices.
          </Part>
          <SecondFactor
            {...account.data.secondFactor}
            done={doneBy('turnOn', 'turnOff', 'codes')}
            onOpen={open}
          />
          <TimeZonePart />
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
      <Part
        title="Two-step sign-in"
        badge={<Badge>Off</Badge>}
        done={done}
        actions={<Button onClick={() => onOpen('turnOn')}>Turn on</Button>}
      >
        Signing in then needs your password and a code from an app on your phone.
      </Part>
    );
  }
  return (
    <Part
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
    </Part>
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
