/** Roles in a company, weakest first, and the permissions of an API key. */
export const roles = ['viewer', 'agent', 'admin'] as const;
export const apiKeyPermissions = ['leads:create', 'leads:read'] as const;

/** Which leads agents of a company see. Viewers and admins see all. */
export const leadVisibilities = ['all', 'ownAndUnassigned', 'own'] as const;

/** Of which new leads the bell of a member tells, beside those that others assign to the member. */
export const newLeadChoices = ['mine', 'unassigned', 'all'] as const;

/** Agents and admins work on leads, unless they are deactivated. */
export const mayOwnLeads = ({ role, isActive }: { role: Role; isActive: boolean }) =>
  isActive && role !== 'viewer';

export type NewLeadChoice = (typeof newLeadChoices)[number];
export type LeadVisibility = (typeof leadVisibilities)[number];
export type Role = (typeof roles)[number];
export type ApiKeyPermission = (typeof apiKeyPermissions)[number];
