'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCached } from '#app/_trpc/use-cached.ts';
import { cn } from '#app/_ui/cn.ts';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import { useOpeningLead } from '#app/features/leads/open-lead.ts';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import type { FunnelView, StepView } from '#server/panel-api/schemas/funnels.ts';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

interface Crumb {
  label: string;
  href?: string;
}

interface Names {
  funnel: FunnelView | undefined;
  step: StepView | undefined;
  lead: Pick<LeadDetail, 'name' | 'funnel' | 'step'> | undefined;
  apiKey: ApiKeyView | undefined;
  address: AddressView | undefined;
}

/** Reads names from the queries of the page, so it sends no request. Unknown names are left out. */
function useCrumbs(company: string, screen: Screen): Crumb[] {
  const trpc = useTRPC();
  const idOf = (id: string | false) => ({ id: id || '' });
  const opening = useOpeningLead();
  const lead = useCached(trpc.leads.get.queryKey(idOf(screen.kind === 'lead' && screen.leadId)));
  const step = useCached(trpc.steps.get.queryKey(idOf(screen.kind === 'step' && screen.stepId)));
  const funnel = useCached(
    trpc.funnels.get.queryKey(idOf('funnelId' in screen && screen.funnelId)),
  );
  const apiKey = useCached(trpc.apiKeys.get.queryKey(idOf('keyId' in screen && screen.keyId)));
  const address = useCached(
    trpc.inboundAddresses.get.queryKey(idOf('addressId' in screen && screen.addressId)),
  );
  const listed = opening && { ...opening.row, step: opening.step, funnel: opening.step.funnel };

  return crumbsOf(company, screen, { funnel, step, lead: lead ?? listed, apiKey, address }).flatMap(
    ({ label, ...rest }) => (label === undefined ? [] : [{ label, ...rest }]),
  );
}

type KnownCrumb = Omit<Crumb, 'label'> & { label: string | undefined };

function crumbsOf(
  company: string,
  screen: Screen,
  { funnel, step, lead, apiKey, address }: Names,
): KnownCrumb[] {
  const funnels = { label: 'Funnels', href: `/${company}/funnels` };
  const funnelHref = (id: string | undefined) => (id ? `${funnels.href}/${id}` : undefined);
  const linked = (label: string | undefined, href: string | undefined) =>
    href ? { label, href } : { label };

  const crm = { label: 'CRM' };

  if (screen.kind === 'apiKeys') return [{ label: 'Settings' }, { label: 'API keys' }];
  if (screen.kind === 'apiKey' || screen.kind === 'mapping') {
    const keys = { label: 'API keys', href: `/${company}/settings/api-keys` };
    const path = [{ label: 'Settings' }, keys];
    if (screen.kind === 'apiKey') return [...path, { label: apiKey?.name }];
    const key = { label: apiKey?.name, href: `${keys.href}/${screen.keyId}` };
    return [...path, key, { label: 'Map fields' }];
  }
  const addresses = { label: 'Inbound addresses' };
  if (screen.kind === 'inboundAddresses') return [{ label: 'Settings' }, addresses];
  if (screen.kind === 'inboundAddress') {
    const list = { ...addresses, href: `/${company}/settings/inbound-addresses` };
    return [{ label: 'Settings' }, list, { label: address?.name }];
  }
  if (screen.kind === 'account') return [{ label: 'Your account' }];
  if (screen.kind === 'auditLog') return [{ label: 'Settings' }, { label: 'Audit log' }];
  if (screen.kind === 'selfTest') return [{ label: 'Settings' }, { label: 'Self-test' }];
  if (screen.kind === 'company') return [{ label: 'Settings' }, { label: 'Company' }];
  if (screen.kind === 'integrate') return [crm, { label: 'Integrate' }];
  if (screen.kind === 'intakeLog') return [crm, { label: 'Intake log' }];
  const log = { label: 'Intake log', href: `/${company}/intake-log` };
  if (screen.kind === 'logEntry') return [crm, log, { label: 'Request' }];
  if (screen.kind === 'replay') {
    const cause = { label: 'Cause', href: `${log.href}?result=all&group=${screen.groupId}` };
    return [crm, log, cause, { label: 'Send again' }];
  }
  if (screen.kind === 'leads') return [crm, { label: 'Leads' }];
  if (screen.kind === 'funnels') return [crm, { label: 'Funnels' }];
  if (screen.kind === 'funnel') return [crm, funnels, { label: funnel?.name }];
  if (screen.kind === 'steps') {
    return [crm, funnels, linked(funnel?.name, funnelHref(screen.funnelId)), { label: 'Steps' }];
  }
  if (screen.kind === 'step') {
    return [
      crm,
      funnels,
      linked(step?.funnel.name, funnelHref(screen.funnelId)),
      { label: step?.name },
    ];
  }
  if (screen.kind === 'lead') {
    const stepHref = lead && `${funnelHref(lead.funnel.id)}/steps/${lead.step.id}`;

    return [
      crm,
      funnels,
      linked(lead?.funnel.name, funnelHref(lead?.funnel.id)),
      linked(lead?.step.name, stepHref),
      { label: lead?.name },
    ];
  }
  return [];
}

/** On a phone only the last two crumbs are visible. */
export function Breadcrumbs({ company }: { company: string }) {
  const crumbs = useCrumbs(company, screenOf(usePathname()));
  if (crumbs.length === 0) return <div className="grow" />;

  return (
    <nav aria-label="Breadcrumb" className="min-w-0 grow">
      <ol className="flex min-w-0 items-center">
        {crumbs.map((crumb, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: crumbs have no other identity
            key={index}
            className="flex min-w-0 shrink items-center not-nth-last-[-n+2]:max-sm:hidden last:shrink-0 last:grow last:basis-0"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={cn(
                  'px-1 text-fg-subtle',
                  index === crumbs.length - 2 && 'max-sm:hidden',
                )}
              >
                /
              </span>
            )}
            <CrumbText crumb={crumb} last={index === crumbs.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbText({ crumb, last }: { crumb: Crumb; last: boolean }) {
  if (crumb.href && !last) {
    return (
      <Link
        href={crumb.href}
        className="truncate rounded-sm px-1 text-fg-muted hover:text-fg hover:underline coarse:py-3"
      >
        <bdi>{crumb.label}</bdi>
        <LinkPending className="ml-1 inline" />
      </Link>
    );
  }
  return (
    <span
      aria-current={last ? 'page' : undefined}
      className={last ? 'truncate px-1 font-medium' : 'truncate px-1 text-fg-muted'}
    >
      <bdi>{crumb.label}</bdi>
    </span>
  );
}

/** The screen that a path belongs to. */
export type Screen =
  | { kind: 'funnels' }
  | { kind: 'funnel'; funnelId: string }
  | { kind: 'steps'; funnelId: string }
  | { kind: 'step'; funnelId: string; stepId: string }
  | { kind: 'leads' }
  | { kind: 'lead'; leadId: string }
  | { kind: 'intakeLog' }
  | { kind: 'logEntry' }
  | { kind: 'replay'; groupId: string }
  | { kind: 'integrate' }
  | { kind: 'apiKeys' }
  | { kind: 'apiKey'; keyId: string }
  | { kind: 'mapping'; keyId: string }
  | { kind: 'inboundAddresses' }
  | { kind: 'inboundAddress'; addressId: string }
  | { kind: 'account' }
  | { kind: 'auditLog' }
  | { kind: 'company' }
  | { kind: 'selfTest' }
  | { kind: 'unknown' };

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const settings = new Map<string | undefined, Screen>([
  ['api-keys', { kind: 'apiKeys' }],
  ['audit-log', { kind: 'auditLog' }],
  ['company', { kind: 'company' }],
  ['inbound-addresses', { kind: 'inboundAddresses' }],
  ['self-test', { kind: 'selfTest' }],
]);

/** The screen of a path; `unknown` for malformed ids. */
export function screenOf(pathname: string): Screen {
  const [, , area, first, middle, second, ...more] = pathname.split('/');
  if (area === 'intake-log' && first === 'replay' && middle && idPattern.test(middle) && !second) {
    return { kind: 'replay', groupId: middle };
  }
  const ids = area === 'settings' ? [] : [first, second].filter((id) => id !== undefined);
  if (more.length > 0 || ids.some((id) => !idPattern.test(id))) return { kind: 'unknown' };

  if (area === 'settings' && first === 'api-keys' && middle && idPattern.test(middle)) {
    if (!second) return { kind: 'apiKey', keyId: middle };
    return second === 'fields' ? { kind: 'mapping', keyId: middle } : { kind: 'unknown' };
  }
  if (area === 'settings' && first === 'inbound-addresses' && middle && idPattern.test(middle)) {
    return second ? { kind: 'unknown' } : { kind: 'inboundAddress', addressId: middle };
  }
  if (area === 'settings' && !middle) return settings.get(first) ?? { kind: 'unknown' };
  if (area === 'integrate' && !first) return { kind: 'integrate' };
  if (area === 'intake-log' && !middle) return { kind: first ? 'logEntry' : 'intakeLog' };
  if (area === 'account' && !first) return { kind: 'account' };
  if (area === 'leads' && !first) return { kind: 'leads' };
  if (area === 'leads' && first && !middle) return { kind: 'lead', leadId: first };
  if (area !== 'funnels') return { kind: 'unknown' };
  if (!first) return { kind: 'funnels' };
  if (!middle) return { kind: 'funnel', funnelId: first };
  const isSteps = middle === 'steps';
  if (isSteps && !second) return { kind: 'steps', funnelId: first };
  if (isSteps && second) return { kind: 'step', funnelId: first, stepId: second };
  return { kind: 'unknown' };
}
