import { eq } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import type { LeadVisibility } from '#db/values/access.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { NotFoundError } from '../errors.ts';
import { assertCountry } from './country.ts';
import { assertTimeZone } from './time-zone.ts';

const textOf = (count: number | null) => (count === null ? null : String(count));

interface CompanySettings {
  name: string;
  timeZone: string;
  /** ISO 3166 alpha-2; `null`: unknown. Applies to leads that arrive from now on. */
  country: string | null;
  /** ISO 4217; `null`: that of the country. Amounts that were entered keep theirs. */
  currency: string | null;
  /** Which leads its agents see. Applies to the next call of each agent. */
  agentsSee: LeadVisibility;
  /** Minutes; `null`: none. */
  contactTarget: number | null;
  /** For which bodies of requests are stored. 0 deletes those that are, within minutes. */
  bodyRetentionDays: number;
}

/** As zod reads an absent one. */
type SomeSettings = { [Name in keyof CompanySettings]?: CompanySettings[Name] | undefined };

/**
 * Changes the settings that are given. Leads that are already counted stay on their days in another time zone.
 *
 * @throws InvalidError for an unknown time zone or country
 * @throws NotFoundError
 */
export async function updateCompany(
  db: Database,
  actor: ManagingActor,
  settings: SomeSettings,
): Promise<{ id: string }> {
  const { companyId: id } = actor;
  if (settings.timeZone !== undefined) await assertTimeZone(db, settings.timeZone);
  if (settings.country) assertCountry(settings.country);

  return db.transaction(async (tx) => {
    const [company] = await tx
      .select({
        name: companies.name,
        timeZone: companies.timeZone,
        country: companies.country,
        currency: companies.currency,
        agentsSee: companies.agentsSee,
        contactTarget: companies.contactTarget,
        bodyRetentionDays: companies.bodyRetentionDays,
      })
      .from(companies)
      .where(eq(companies.id, id))
      .for('no key update');
    if (!company) throw new NotFoundError('Company not found');
    const {
      name = company.name,
      timeZone = company.timeZone,
      country = company.country,
      currency = company.currency,
      agentsSee = company.agentsSee,
      contactTarget = company.contactTarget,
      bodyRetentionDays = company.bodyRetentionDays,
    } = settings;
    const details = changesOf({
      name: [company.name, name],
      timeZone: [company.timeZone, timeZone],
      country: [company.country, country],
      currency: [company.currency, currency],
      agentsSee: [company.agentsSee, agentsSee],
      contactTarget: [textOf(company.contactTarget), textOf(contactTarget)],
      bodyRetentionDays: [textOf(company.bodyRetentionDays), textOf(bodyRetentionDays)],
    });
    if (!details) return { id };

    await tx
      .update(companies)
      .set({ name, timeZone, country, currency, agentsSee, contactTarget, bodyRetentionDays })
      .where(eq(companies.id, id));
    await recordAudit(tx, actor, { action: 'companies.update', subject: { id, name }, details });
    // Intake knows these of a company with its keys: time zone, country, and whether it stores bodies.
    await announce(tx, 'keys');
    return { id };
  });
}
