/** What an address shows, read from its path. */
export type Place =
  | { kind: 'funnels' }
  | { kind: 'funnel'; funnelId: string }
  | { kind: 'step'; funnelId: string; stepId: string }
  | { kind: 'lead'; leadId: string }
  | { kind: 'apiKeys' }
  | { kind: 'account' }
  | { kind: 'auditLog' }
  | { kind: 'unknown' };

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const settings = new Map<string | undefined, Place>([
  ['api-keys', { kind: 'apiKeys' }],
  ['audit-log', { kind: 'auditLog' }],
]);

/** Which screen of the panel a path belongs to. Ids that cannot be one count as unknown. */
export function placeOf(pathname: string): Place {
  const [, , area, first, middle, second, ...more] = pathname.split('/');
  const ids = area === 'settings' ? [] : [first, second].filter((id) => id !== undefined);
  if (more.length > 0 || ids.some((id) => !idPattern.test(id))) return { kind: 'unknown' };

  if (area === 'settings' && !middle) return settings.get(first) ?? { kind: 'unknown' };
  if (area === 'account' && !first) return { kind: 'account' };
  if (area === 'leads' && first && !middle) return { kind: 'lead', leadId: first };
  if (area !== 'funnels') return { kind: 'unknown' };
  if (!first) return { kind: 'funnels' };
  if (!middle) return { kind: 'funnel', funnelId: first };
  if (middle === 'steps' && second) return { kind: 'step', funnelId: first, stepId: second };
  return { kind: 'unknown' };
}
