import { headers } from 'next/headers';
import { demo } from '#db/seed/demo.ts';
import { getRuntime } from '../runtime.ts';
import { listPasswordHashes } from '../services/users/list-password-hashes.ts';
import { verifyPassword } from '../services/users/password.ts';
import { calledApplication } from './called-application.ts';
import { isLocalClient } from './client-address.ts';

export interface DemoCredentials {
  email: string;
  password: string;
}

/** Verification is slow, and its result for a hash never changes. */
const isDemoHash = new Map<string, Promise<boolean>>();

function hasDemoPassword(passwordHash: string): Promise<boolean> {
  const cached = isDemoHash.get(passwordHash) ?? verifyPassword(passwordHash, demo.password);
  isDemoHash.set(passwordHash, cached);
  return cached;
}

/**
 * The demo users who can sign in on this host, strongest role first. Empty on an installation without
 * demo data and for requests from other machines. Users whose password was changed are left out.
 */
export async function demoCredentials(): Promise<DemoCredentials[]> {
  const { panel, settings } = getRuntime();
  if (!settings.demoData || !isLocalClient(await headers())) return [];

  const application = await calledApplication();
  if (!application) return [];

  const emails = Object.values(demo.emails);
  const stored = await listPasswordHashes(panel.db, { applicationId: application.id, emails });
  const credentials: DemoCredentials[] = [];
  for (const email of emails) {
    const passwordHash = stored.get(email);
    if (passwordHash && (await hasDemoPassword(passwordHash))) {
      credentials.push({ email, password: demo.password });
    }
  }
  return credentials;
}
