import { listSentPaths } from '../../public-api/diagnose/list-sent-paths.ts';
import { tryBody } from '../../public-api/diagnose/try-body.ts';
import { tryMapping } from '../../public-api/diagnose/try-mapping.ts';
import { activateApiKey } from '../../services/api-keys/activate-api-key.ts';
import { createApiKey } from '../../services/api-keys/create-api-key.ts';
import { deactivateApiKey } from '../../services/api-keys/deactivate-api-key.ts';
import { deleteApiKey } from '../../services/api-keys/delete-api-key.ts';
import { findFirstLead } from '../../services/api-keys/find-first-lead.ts';
import { getApiKey } from '../../services/api-keys/get-api-key.ts';
import { getKeyActivity } from '../../services/api-keys/get-key-activity.ts';
import { getMapping } from '../../services/api-keys/get-mapping.ts';
import { listApiKeys } from '../../services/api-keys/list-api-keys.ts';
import { listIgnoredFields } from '../../services/api-keys/list-ignored-fields.ts';
import { markSecretCopied } from '../../services/api-keys/mark-secret-copied.ts';
import { rotateApiKey } from '../../services/api-keys/rotate-api-key.ts';
import { saveMapping } from '../../services/api-keys/save-mapping.ts';
import { updateApiKey } from '../../services/api-keys/update-api-key.ts';
import { adminProcedure, router, viewerProcedure } from '../panel-trpc.ts';
import {
  apiKeyList,
  apiKeyView,
  createApiKeyInput,
  deleteApiKeyInput,
  firstLead,
  ignoredFields,
  issuedApiKey,
  keyActivity,
  keyMapping,
  listApiKeysInput,
  rotateApiKeyInput,
  saveMappingInput,
  sentPaths,
  sentPathsInput,
  triedBody,
  triedRequests,
  tryBodyInput,
  tryMappingInput,
  updateApiKeyInput,
} from '../schemas/api-keys.ts';
import { done, idInput } from '../schemas/common.ts';

export const apiKeysRouter = router({
  list: viewerProcedure
    .input(listApiKeysInput)
    .output(apiKeyList)
    .query(({ ctx, input }) => listApiKeys(ctx.db, ctx.actor, input)),
  get: viewerProcedure
    .input(idInput)
    .output(apiKeyView)
    .query(({ ctx, input }) => getApiKey(ctx.db, ctx.actor, input)),
  firstLead: viewerProcedure
    .input(idInput)
    .output(firstLead)
    .query(({ ctx, input }) => findFirstLead(ctx.db, ctx.actor, input)),
  ignoredFields: viewerProcedure
    .input(idInput)
    .output(ignoredFields)
    .query(({ ctx, input }) => listIgnoredFields(ctx.db, ctx.actor, input)),
  mapping: viewerProcedure
    .input(idInput)
    .output(keyMapping)
    .query(({ ctx, input }) => getMapping(ctx.db, ctx.actor, input)),
  activity: viewerProcedure
    .input(idInput)
    .output(keyActivity)
    .query(({ ctx, input }) => getKeyActivity(ctx.db, ctx.actor, input)),
  create: adminProcedure
    .input(createApiKeyInput)
    .output(issuedApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx.db, ctx.actor, input, ctx)),
  update: adminProcedure
    .input(updateApiKeyInput)
    .output(apiKeyView)
    .mutation(({ ctx, input }) => updateApiKey(ctx.db, ctx.actor, input)),
  deactivate: adminProcedure
    .input(idInput)
    .output(apiKeyView)
    .mutation(({ ctx, input }) => deactivateApiKey(ctx.db, ctx.actor, input)),
  activate: adminProcedure
    .input(idInput)
    .output(apiKeyView)
    .mutation(({ ctx, input }) => activateApiKey(ctx.db, ctx.actor, input)),
  delete: adminProcedure
    .input(deleteApiKeyInput)
    .output(done)
    .mutation(({ ctx, input }) => deleteApiKey(ctx.db, ctx.actor, input)),
  markSecretCopied: adminProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => markSecretCopied(ctx.db, ctx.actor, input)),
  /* These three change nothing: mutations because a query is sent in the address, which is too short. */
  tryBody: viewerProcedure
    .input(tryBodyInput)
    .output(triedBody)
    .mutation(({ ctx, input }) => tryBody(ctx.db, ctx.actor, input)),
  sentPaths: adminProcedure
    .input(sentPathsInput)
    .output(sentPaths)
    .mutation(({ ctx, input }) => listSentPaths(ctx.db, ctx.actor, input, ctx)),
  tryMapping: adminProcedure
    .input(tryMappingInput)
    .output(triedRequests)
    .mutation(({ ctx, input }) => tryMapping(ctx.db, ctx.actor, input, ctx)),
  saveMapping: adminProcedure
    .input(saveMappingInput)
    .output(keyMapping)
    .mutation(({ ctx, input }) => saveMapping(ctx.db, ctx.actor, input)),
  rotate: adminProcedure
    .input(rotateApiKeyInput)
    .output(issuedApiKey)
    .mutation(({ ctx, input }) => rotateApiKey(ctx.db, ctx.actor, input, ctx)),
});
