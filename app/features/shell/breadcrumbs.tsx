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
  const { kind, ids } = screen;
  const [first = '', second = ''] = ids;
  const firstOf = (...kinds: Kind[]) => ({ id: kinds.includes(kind) ? first : '' });
  const opening = useOpeningLead();
  const lead = useCached(trpc.leads.get.queryKey(firstOf('lead')));
  const step = useCached(trpc.steps.get.queryKey({ id: kind === 'step' ? second : '' }));
  const funnel = useCached(trpc.funnels.get.queryKey(firstOf('funnel', 'steps', 'step')));
  const apiKey = useCached(trpc.apiKeys.get.queryKey(firstOf('apiKey', 'mapping')));
  const address = useCached(trpc.inboundAddresses.get.queryKey(firstOf('inboundAddress')));
  const listed = opening && { ...opening.row, step: opening.step, funnel: opening.step.funnel };
  const names = { funnel, step, lead: lead ?? listed, apiKey, address };

  return crumbsOf(company, screen, names).flatMap(({ label, ...rest }) =>
    label === undefined ? [] : [{ label, ...rest }],
  );
}

type KnownCrumb = Omit<Crumb, 'label'> & { label: string | undefined };

/** Screens that are items of the navigation, with their sections. */
const lists: Partial<Record<Kind, readonly string[]>> = {
  toDo: ['CRM', 'To do'],
  funnels: ['CRM', 'Funnels'],
  leads: ['CRM', 'Leads'],
  reports: ['CRM', 'Reports'],
  intakeLog: ['CRM', 'Intake log'],
  integrate: ['CRM', 'Integrate'],
  apiKeys: ['Settings', 'API keys'],
  inboundAddresses: ['Settings', 'Inbound addresses'],
  messageTemplates: ['Settings', 'Message templates'],
  selfTest: ['Settings', 'Self-test'],
  auditLog: ['Settings', 'Audit log'],
  company: ['Settings', 'Company'],
  account: ['Your account'],
};

function crumbsOf(
  company: string,
  { kind, ids: [id = ''] }: Screen,
  { funnel, step, lead, apiKey, address }: Names,
): KnownCrumb[] {
  const linked = (label: string | undefined, path: string) => ({
    label,
    href: `/${company}/${path}`,
  });
  const settings = { label: 'Settings' };
  const crm = { label: 'CRM' };
  const keys = [settings, linked('API keys', 'settings/api-keys')];
  const log = [crm, linked('Intake log', 'intake-log')];
  const funnels = [crm, linked('Funnels', 'funnels')];

  switch (kind) {
    case 'apiKey':
      return [...keys, { label: apiKey?.name }];
    case 'mapping':
      return [...keys, linked(apiKey?.name, `settings/api-keys/${id}`), { label: 'Map fields' }];
    case 'inboundAddress':
      return [
        settings,
        linked('Inbound addresses', 'settings/inbound-addresses'),
        { label: address?.name },
      ];
    case 'logEntry':
      return [...log, { label: 'Request' }];
    case 'compare':
      return [...log, { label: 'Did everything arrive?' }];
    case 'replay':
      return [
        ...log,
        linked('Cause', `intake-log?result=all&group=${id}`),
        { label: 'Send again' },
      ];
    case 'funnel':
      return [...funnels, { label: funnel?.name }];
    case 'steps':
      return [...funnels, linked(funnel?.name, `funnels/${id}`), { label: 'Steps' }];
    case 'step':
      return [...funnels, linked(step?.funnel.name, `funnels/${id}`), { label: step?.name }];
    case 'lead': {
      const path = `funnels/${lead?.funnel.id}`;
      return [
        ...funnels,
        linked(lead?.funnel.name, path),
        linked(lead?.step.name, `${path}/steps/${lead?.step.id}`),
        { label: lead?.name },
      ];
    }
    default:
      return lists[kind]?.map((label) => ({ label })) ?? [];
  }
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

/** Screens by their paths, in which `*` is an ID. */
const screens = new Map([
  ['to-do', 'toDo'],
  ['funnels', 'funnels'],
  ['funnels/*', 'funnel'],
  ['funnels/*/steps', 'steps'],
  ['funnels/*/steps/*', 'step'],
  ['leads', 'leads'],
  ['leads/*', 'lead'],
  ['reports', 'reports'],
  ['intake-log', 'intakeLog'],
  ['intake-log/*', 'logEntry'],
  ['intake-log/replay/*', 'replay'],
  ['intake-log/compare', 'compare'],
  ['integrate', 'integrate'],
  ['settings/api-keys', 'apiKeys'],
  ['settings/api-keys/*', 'apiKey'],
  ['settings/api-keys/*/fields', 'mapping'],
  ['settings/inbound-addresses', 'inboundAddresses'],
  ['settings/inbound-addresses/*', 'inboundAddress'],
  ['settings/message-templates', 'messageTemplates'],
  ['settings/self-test', 'selfTest'],
  ['settings/audit-log', 'auditLog'],
  ['settings/company', 'company'],
  ['account', 'account'],
] as const);

type Kind = (typeof screens extends ReadonlyMap<string, infer Value> ? Value : never) | 'unknown';

interface Screen {
  kind: Kind;
  /** Those in the path, in their order. */
  ids: readonly string[];
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The screen that a path belongs to; `unknown` for malformed IDs. */
export function screenOf(pathname: string): Screen {
  const parts = pathname.split('/').slice(2);
  const path = parts.map((part) => (idPattern.test(part) ? '*' : part)).join('/');
  const known: ReadonlyMap<string, Kind> = screens;

  return {
    kind: known.get(path) ?? 'unknown',
    ids: parts.filter((part) => idPattern.test(part)),
  };
}
