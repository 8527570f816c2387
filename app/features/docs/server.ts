import { headers } from 'next/headers';
import { cache } from 'react';
import { calledOrigin } from '#server/http/called-origin.ts';
import { findClientPackage } from '#server/http/client-package.ts';
import { calledApplication } from '#server/panel-api/page-reads.ts';
import type { Reader } from './content/blocks.ts';

/** Whom the page being rendered is for: the application of the host. Nothing in it is personal. */
export const getReader = cache(async (): Promise<Reader> => {
  const sent = await headers();
  const application = await calledApplication();
  return {
    origin: calledOrigin({ headers: sent }),
    host: sent.get('host') ?? '',
    application: application?.name ?? 'Leadgate',
    clientIntegrity: findClientPackage()?.integrity,
  };
});
