/** Roles in a company, the weakest first, and what an API key may be permitted to do. */
export const roles = ['viewer', 'agent', 'admin'] as const;
export const apiKeyPermissions = ['leads:create'] as const;

export type Role = (typeof roles)[number];
export type ApiKeyPermission = (typeof apiKeyPermissions)[number];
