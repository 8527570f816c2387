/** The throw-away keys of a self-test, with their names. */
export const selfTestKeys = {
  full: 'Self-test',
  limited: 'Self-test: limited key',
  inactive: 'Self-test: inactive key',
  expired: 'Self-test: expired key',
} as const;

export type SelfTestKey = keyof typeof selfTestKeys;
