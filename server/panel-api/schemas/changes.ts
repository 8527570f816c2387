import { z } from 'zod';
import { changeKinds } from '#db/values/changes.ts';

/** What has changed in the company: who shows it asks. The first one names everything. */
export const changeView = z.partialRecord(
  z.enum(changeKinds),
  z.union([z.literal('all'), z.array(z.uuid()).readonly()]),
);
