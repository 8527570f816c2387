import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { type SelfTestKey, selfTestKeys } from '#db/values/self-test.ts';
import type { ManagingActor } from '../actor.ts';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { deactivateApiKey } from '../api-keys/deactivate-api-key.ts';
import type { KeyDependencies } from '../api-keys/insert-api-key.ts';
import type { NewApiKeySettings } from '../api-keys/key-settings.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { ConflictError } from '../errors.ts';
import { listReachableFunnels } from '../funnels/list-reachable-funnels.ts';
import { isSelfTestKey, lifetimeMs, removeSelfTest } from './remove-self-test.ts';

/** Of the key that is to be refused as expired: no key can be created with a time that has passed. */
const shortLifetimeMs = 1_000;
/** Requests a second, so that a lower rate of the installation does not refuse the self-test. */
const rateLimit = 100;

/** What the page of a self-test needs to send its requests. It shows no secret. */
export interface SelfTestSetup {
  funnelId: string;
  /** Takes the leads. */
  stepId: string;
  keyIds: string[];
  secrets: Record<SelfTestKey, string>;
}

/** Removes what an earlier self-test has left behind, because its page could not finish it. */
async function removeLeftovers(tx: Transaction, actor: ManagingActor, at: Date): Promise<void> {
  const left = await tx
    .select({
      id: apiKeys.id,
      kind: apiKeys.kind,
      name: apiKeys.name,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
    })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.companyId, actor.companyId),
        eq(apiKeys.kind, 'rehearsal'),
        inArray(apiKeys.name, Object.values(selfTestKeys)),
        isNull(apiKeys.deletedAt),
        lte(apiKeys.createdAt, new Date(at.getTime() - lifetimeMs)),
        lte(apiKeys.expiresAt, at),
      ),
    );
  const keyIds = left.filter(isSelfTestKey).map(({ id }) => id);
  if (keyIds.length > 0) await removeSelfTest(tx, actor, keyIds);
}

/** Two steps that take leads: the first of all, and another one if there is one. */
async function chooseSteps(tx: Transaction, actor: ManagingActor) {
  const funnels = await listReachableFunnels(tx, actor);
  const [step, otherStep] = funnels.flatMap(({ id: funnelId, steps }) =>
    steps.map(({ id }) => ({ funnelId, id })),
  );
  if (!step) throw new ConflictError('Create a funnel with a step first');

  return { step, otherStep };
}

/**
 * Creates the throw-away keys of a self-test. All are test keys, so that their leads are tests,
 * and expire by themselves.
 *
 * @throws ConflictError when no step takes leads
 * @throws LimitReachedError
 */
export function prepareSelfTest(
  db: Database,
  actor: ManagingActor,
  dependencies: KeyDependencies,
): Promise<SelfTestSetup> {
  return db.transaction(async (tx) => {
    const now = await lockCompany(tx, actor.companyId);
    await removeLeftovers(tx, actor, now);
    const { step, otherStep } = await chooseSteps(tx, actor);

    const create = (
      key: SelfTestKey,
      own: Partial<NewApiKeySettings> = {},
      lifetime = lifetimeMs,
    ) =>
      createApiKey(
        tx,
        actor,
        {
          name: selfTestKeys[key],
          kind: 'rehearsal',
          permissions: ['leads:create', 'leads:read'],
          expiresAt: new Date(now.getTime() + lifetime).toISOString(),
          rateLimit,
          funnelIds: [],
          stepIds: [],
          ...own,
        },
        dependencies,
      );
    const full = await create('full');
    const limited = await create(
      'limited',
      otherStep ? { permissions: ['leads:create'], stepIds: [otherStep.id] } : { permissions: [] },
    );
    const inactive = await create('inactive');
    await deactivateApiKey(tx, actor, inactive.key);
    const expired = await create('expired', {}, shortLifetimeMs);

    return {
      funnelId: step.funnelId,
      stepId: step.id,
      keyIds: [full, limited, inactive, expired].map(({ key }) => key.id),
      secrets: {
        full: full.secret,
        limited: limited.secret,
        inactive: inactive.secret,
        expired: expired.secret,
      },
    };
  });
}
