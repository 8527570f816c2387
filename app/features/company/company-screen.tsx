'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type SubmitEvent, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { CountrySelect } from '#app/_ui/country-select.tsx';
import { Field, FormError, Input, Select } from '#app/_ui/field.tsx';
import { nameTimeZone } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { TimeZoneSelect } from '#app/_ui/time-zone-select.tsx';
import { labelRetention, labelTarget, visibilityLabels } from '#app/features/leads/labels.ts';
import { leadVisibilities } from '#db/values/access.ts';
import { nameCountry } from '#db/values/countries.ts';
import { currencies, currencyOf } from '#db/values/currencies.ts';
import { bodyRetentions } from '#db/values/intake-log.ts';
import { contactTargets } from '#db/values/leads.ts';
import { LostReasons } from './lost-reasons.tsx';

export function CompanyScreen() {
  const canManage = useCan('admin');
  const { company } = useSession();

  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader
        title="Company"
        meta="Its name, its time zone and country, how its agents work, and why leads are lost."
      />
      {canManage ? (
        <>
          <CompanyForm />
          <LostReasons />
        </>
      ) : (
        <>
          <ForbiddenState>Only admins of this company can change its settings.</ForbiddenState>
          <dl className="grid gap-x-6 gap-y-2 rounded-md border border-border bg-surface px-4 py-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="text-fg-muted">Name</dt>
            <dd className="[overflow-wrap:anywhere]">{company.name}</dd>
            <dt className="text-fg-muted">Time zone</dt>
            <dd>{nameTimeZone(company.timeZone)}</dd>
            <dt className="text-fg-muted">Country</dt>
            <dd>{company.country === null ? 'Unknown' : nameCountry(company.country)}</dd>
            <dt className="text-fg-muted">Currency</dt>
            <dd>{currencyOf(company)}</dd>
            <dt className="text-fg-muted">Agents see</dt>
            <dd>{visibilityLabels[company.agentsSee]}</dd>
            <dt className="text-fg-muted">First contact</dt>
            <dd>{labelTarget(company.contactTarget)}</dd>
            <dt className="text-fg-muted">What was sent</dt>
            <dd>{labelRetention(company.bodyRetentionDays)}</dd>
          </dl>
        </>
      )}
    </div>
  );
}

const visibilityOf = (value: string) => leadVisibilities.find((each) => each === value) ?? 'all';
const targetOf = (value: string | number | null) =>
  contactTargets.find((each) => String(each) === String(value)) ?? null;

/** The choices, and what the company has chosen elsewhere. */
const retentionsWith = (days: number) =>
  [...new Set([...bodyRetentions, days])].sort((one, other) => one - other);

const done = 'Company settings saved';

function CompanyForm() {
  const { company } = useSession();
  const router = useRouter();
  const announce = useAnnounce();
  const [name, setName] = useState(company.name);
  const [timeZone, setTimeZone] = useState(company.timeZone);
  const [country, setCountry] = useState(company.country ?? '');
  const [currency, setCurrency] = useState(company.currency ?? '');
  const [agentsSee, setAgentsSee] = useState(company.agentsSee);
  const [contactTarget, setContactTarget] = useState(targetOf(company.contactTarget));
  const [bodyRetentionDays, setRetention] = useState(company.bodyRetentionDays);
  const update = useMutation(
    useTRPC().companies.update.mutationOptions({
      onSuccess: () => {
        announce(done);
        router.refresh();
      },
    }),
  );
  const failure = update.error && readFailure(update.error);
  const errorOf = (field: string) => failure?.issues.find(({ path }) => path === field)?.message;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (update.isPending) return;
    const place = { timeZone, country: country || null, currency: currency || null };
    update.mutate({ name, ...place, agentsSee, contactTarget, bodyRetentionDays });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={() => update.reset()}
      className="grid gap-5 rounded-md border border-border bg-surface px-4 py-4"
    >
      <FormError>{failure?.issues.length === 0 && failure.message}</FormError>
      <Field label="Name" error={errorOf('name')} className="max-w-md">
        <Input
          autoComplete="off"
          dir="auto"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <Field
        label="Time zone"
        hint="“Today”, the days of counts and the last days of API keys are days in this time zone. After a change, leads that are already counted stay on their days, and keys keep their expiry."
        error={errorOf('timeZone')}
        className="max-w-md"
      >
        <TimeZoneSelect
          value={timeZone}
          onChange={(event) => setTimeZone(event.currentTarget.value)}
        />
      </Field>
      <Field
        label="Country"
        hint="Phone numbers of this country may be sent and typed without its code. Applies to leads from now on."
        error={errorOf('country')}
        className="max-w-md"
      >
        <CountrySelect
          value={country}
          emptyLabel="Unknown"
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
      </Field>
      <Field
        label="Currency"
        hint="Of the amounts of won leads. Amounts that were entered keep theirs."
        error={errorOf('currency')}
        className="max-w-md"
      >
        <Select value={currency} onChange={(event) => setCurrency(event.currentTarget.value)}>
          <option value="">
            As the country: {currencyOf({ currency: null, country: country || null })}
          </option>
          {currencies.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Agents see"
        hint="Applies at once, in lists, search and counts. Viewers and admins see all leads, and API keys are not affected."
        error={errorOf('agentsSee')}
        className="max-w-md"
      >
        <Select
          value={agentsSee}
          onChange={(event) => setAgentsSee(visibilityOf(event.currentTarget.value))}
        >
          {leadVisibilities.map((each) => (
            <option key={each} value={each}>
              {visibilityLabels[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="First contact"
        hint="From half of this time on, the wait of a new lead is amber, and after it red."
        error={errorOf('contactTarget')}
        className="max-w-md"
      >
        <Select
          value={contactTarget ?? ''}
          onChange={(event) => setContactTarget(targetOf(event.currentTarget.value))}
        >
          {[null, ...contactTargets].map((each) => (
            <option key={each} value={each ?? ''}>
              {labelTarget(each)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="What was sent"
        hint="The body of each request with a valid key is stored as it came, encrypted, for this time."
        error={errorOf('bodyRetentionDays')}
        className="max-w-md"
      >
        <Select
          value={bodyRetentionDays}
          onChange={(event) => setRetention(Number(event.currentTarget.value))}
        >
          {retentionsWith(company.bodyRetentionDays).map((days) => (
            <option key={days} value={days}>
              {labelRetention(days)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={update.isPending}>
          Save changes
        </Button>
        {update.isSuccess && <p className="text-success">{done}</p>}
      </div>
    </form>
  );
}
