/** Leads sent with a test key (`rehearsal`) are tests. */
export const apiKeyKinds = ['live', 'rehearsal'] as const;

/** `retiring`: rotated, still accepted until `deactivatedAt`. `expiresSoon`: within seven days. */
export const apiKeyStatuses = ['active', 'expiresSoon', 'retiring', 'inactive', 'expired'] as const;
export const apiKeyFilters = ['all', 'active', 'inactive', 'expired'] as const;

/** How long the old secret works after the first use of the new one, in seconds. */
export const rotationOverlaps = { now: 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const;

export type ApiKeyKind = (typeof apiKeyKinds)[number];
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];
export type ApiKeyFilter = (typeof apiKeyFilters)[number];
export type RotationOverlap = keyof typeof rotationOverlaps;
