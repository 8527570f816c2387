import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { keyMappings } from '#db/schema/api-keys.ts';
import { type FieldRule, writePath } from '#db/values/field-mapping.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import type { Attribution } from '../leads/derive-attribution.ts';
import { findMapping } from './find-mapping.ts';
import { getMapping } from './get-mapping.ts';
import { lockApiKey } from './lock-api-key.ts';

interface NewMapping {
  /** Of the key. */
  id: string;
  rules: readonly FieldRule[];
  comesFrom: Attribution | null;
  /** The version that was changed; 0: none. */
  version: number;
}

const describeRule = ({ path, field, name }: FieldRule) =>
  `${writePath(path)} → ${name === undefined ? field : `${field}.${name}`}`;

const describeRules = (rules: readonly FieldRule[]) => rules.map(describeRule).join(', ') || null;

const describeOrigin = (origin: Attribution | null) =>
  origin && [origin.source, origin.medium, origin.channel].join(', ');

/**
 * From the next request on, reads leads of the key by the rules. Stored leads do not change. An equal
 * mapping is not stored again.
 *
 * @returns what `getMapping` returns
 * @throws NotFoundError
 * @throws ConflictError when another version is in use than the one that was changed
 */
export function saveMapping(
  db: Database,
  actor: ManagingActor,
  { id, rules, comesFrom, version }: NewMapping,
) {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const key = await lockApiKey(tx, companyId, id);
    const before = await findMapping(tx, companyId, id);
    if (before.version !== version) {
      throw new ConflictError('The mapping of this key was changed meanwhile. Load it again');
    }
    const details = changesOf({
      fields: [describeRules(before.rules), describeRules(rules)],
      comesFrom: [describeOrigin(before.comesFrom), describeOrigin(comesFrom)],
    });
    if (!details) return getMapping(tx, actor, { id });

    await tx.insert(keyMappings).values({
      companyId,
      apiKeyId: id,
      version: version + 1,
      rules: [...rules],
      ...comesFrom,
      createdBy: actor.kind === 'user' ? actor.userId : null,
    });
    await recordAudit(tx, actor, { action: 'apiKeys.saveMapping', subject: key, details });
    await announce(tx, 'keys');
    return getMapping(tx, actor, { id });
  });
}
