'use client';

import { useMutation } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { mainContent, usePassFocus } from '#app/_ui/focus.ts';
import { nameTimeZone } from '#app/_ui/format.ts';
import { useIsHydrated } from '#app/_ui/hydration-mark.tsx';
import { createStored } from '#app/_ui/stored.ts';

interface Answers {
  /** Companies whose zone stays as it is. */
  kept: readonly string[];
}

const useAnswers = createStored<Answers>(
  'leadgate.zones',
  { kept: [] },
  (stored: { kept?: unknown }) => ({
    kept: Array.isArray(stored.kept) ? stored.kept.filter((each) => typeof each === 'string') : [],
  }),
);

/**
 * Asks an admin once in each browser whether the company uses the time zone of the browser, so that
 * times and the days of counts are those of one zone. A browser in UTC is one that hides its zone.
 */
export function ZoneQuestion() {
  const { user, company } = useSession();
  const isAdmin = useCan('admin');
  const isHydrated = useIsHydrated();
  const [{ kept }] = useAnswers();
  if (!isHydrated || !isAdmin || user.timeZone !== null || kept.includes(company.slug)) return null;

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone === company.timeZone || zone === 'UTC') return null;
  return <Question zone={zone} />;
}

function Question({ zone }: { zone: string }) {
  const { company } = useSession();
  const own = useRef<HTMLElement>(null);
  usePassFocus(own, mainContent);
  const [{ kept }, save] = useAnswers();
  const router = useRouter();
  const announce = useAnnounce();
  const update = useMutation(
    useTRPC().companies.update.mutationOptions({
      onSuccess: () => {
        announce('Time zone changed');
        router.refresh();
      },
    }),
  );

  return (
    <section
      ref={own}
      aria-label="Time zone"
      data-testid="zone-question"
      className="fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-surface px-4 py-3 shadow-float"
    >
      <Clock aria-hidden className="size-5 shrink-0 text-fg-muted max-sm:hidden" />
      <div className="min-w-60 grow">
        <p className="font-medium">Use your browser's time zone for this company?</p>
        <p className="text-fg-muted text-sm">
          Times and days are those of {nameTimeZone(company.timeZone)}. This browser is in{' '}
          {nameTimeZone(zone)}.
        </p>
        {update.error && (
          <p role="alert" className="text-danger text-sm">
            {readFailure(update.error).message}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button variant="ghost" onClick={() => save({ kept: [...kept, company.slug] })}>
          Keep
        </Button>
        <Button pending={update.isPending} onClick={() => update.mutate({ timeZone: zone })}>
          Use {nameTimeZone(zone)}
        </Button>
      </div>
    </section>
  );
}
