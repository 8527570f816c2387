import { headers } from 'next/headers';
import { cache } from 'react';
import { getRuntime } from '../runtime.ts';
import {
  type Application,
  findApplicationByHost,
} from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';

/** The application that owns the requested host, read once for each request. */
export const calledApplication = cache(async (): Promise<Application | undefined> => {
  const host = (await headers()).get('host') ?? '';
  return findApplicationByHost(getRuntime().panel.db, normalizeHost(host));
});
