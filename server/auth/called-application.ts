import { headers } from 'next/headers';
import { cache } from 'react';
import { getRuntime } from '../runtime.ts';
import {
  type Application,
  findApplicationByHost,
} from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';

/** The application whose host the page was asked for on, once per request. */
export const calledApplication = cache(async (): Promise<Application | undefined> => {
  const host = (await headers()).get('host') ?? '';
  return findApplicationByHost(getRuntime().panel.db, normalizeHost(host));
});
