/** Roles in a company, weakest first, and the permissions of an API key. */
export const roles = ['viewer', 'agent', 'admin'] as const;
export const apiKeyPermissions = ['leads:create'] as const;

export type Role = (typeof roles)[number];
export type ApiKeyPermission = (typeof apiKeyPermissions)[number];
