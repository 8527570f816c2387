import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { keptFieldsPerKey } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { InvalidError, LimitReachedError } from '../errors.ts';
import { isKey, lockApiKey } from './lock-api-key.ts';

interface FieldOfKey {
  /** Of the key. */
  id: string;
  /** Of the field, as the key's ignored fields list it. */
  name: string;
}

const neverRead = /^(app_?id|company_?id|(custom_?fields\.)?__proto__|…)$/i;

/** Whether a key may keep a field of this name: some names are never read, and `…` is none. */
export const canBeKept = (name: string) => !neverRead.test(name);

function changeKeptFields(
  db: Database,
  actor: ManagingActor,
  { id, name }: FieldOfKey,
  action: 'apiKeys.keepField' | 'apiKeys.stopKeepingField',
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const key = await lockApiKey(tx, actor.companyId, id);
    const others = key.keptFields.filter((kept) => kept !== name);
    const keptFields = action === 'apiKeys.keepField' ? [...others, name] : others;
    if (keptFields.length > keptFieldsPerKey) {
      throw new LimitReachedError(
        `A key can keep ${keptFieldsPerKey} fields. Stop keeping one that is no longer sent`,
      );
    }

    if (keptFields.length !== key.keptFields.length) {
      await tx.update(apiKeys).set({ keptFields }).where(isKey(actor.companyId, id));
      await recordAudit(tx, actor, { action, subject: key, details: { field: name } });
      await announce(tx, 'keys');
    }
    return { id };
  });
}

/**
 * From now on, stores an ignored field as a custom field of the leads of the key.
 *
 * @throws NotFoundError, LimitReachedError
 * @throws InvalidError for a field that is never read
 */
export async function keepField(
  db: Database,
  actor: ManagingActor,
  field: FieldOfKey,
): Promise<{ id: string }> {
  if (!canBeKept(field.name)) throw new InvalidError('This field is never read', 'name');
  return changeKeptFields(db, actor, field, 'apiKeys.keepField');
}

/**
 * Ignores a kept field again. Stored leads do not change.
 *
 * @throws NotFoundError
 */
export const stopKeepingField = (db: Database, actor: ManagingActor, field: FieldOfKey) =>
  changeKeptFields(db, actor, field, 'apiKeys.stopKeepingField');
