import { demo } from '#db/seed/demo.ts';

export const roles = ['admin', 'agent', 'viewer'] as const;
export type Role = (typeof roles)[number];

export interface Credentials {
  email: string;
  password: string;
}

/** Somebody else's installation: nothing of the demo data can be expected there. */
const foreign = Boolean(process.env.E2E_ADMIN_EMAIL);

function given(role: Role): Credentials | undefined {
  const email = process.env[`E2E_${role.toUpperCase()}_EMAIL`];
  const password = process.env[`E2E_${role.toUpperCase()}_PASSWORD`] ?? '';

  return email ? { email, password } : undefined;
}

/**
 * Who signs in for a role: `E2E_ADMIN_EMAIL` and `E2E_ADMIN_PASSWORD` (likewise for `AGENT` and
 * `VIEWER`), or the demo's users.
 *
 * @throws Error when `E2E_ADMIN_EMAIL` is given but not the one for this role
 */
export function credentials(role: Role): Credentials {
  const person = given(role);
  if (person) return person;
  if (foreign) throw new Error(`E2E_${role.toUpperCase()}_EMAIL is not set`);

  return { email: demo.emails[role], password: demo.password };
}

/** Tags of the tests that the installation at hand has no data or no people for. */
export function untestable(): RegExp | undefined {
  if (!foreign) return undefined;
  const missing = roles.filter((role) => !given(role)).map((role) => `@${role}`);

  return new RegExp(`(${['@demo', ...missing].join('|')})\\b`);
}
