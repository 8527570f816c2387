import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { Role } from '#db/values/access.ts';
import { type Author, changes, companyEntry } from '../audit/entry.ts';
import { getCompanyBySlug } from '../companies/get-company-by-slug.ts';
import { NotFoundError } from '../errors.ts';

interface Given {
  applicationId: string;
  user: { id: string; name: string };
  role: Role;
}

const roleChange = (
  author: Author & { companyId: string },
  { applicationId, user, role }: Given,
): SQL => {
  const change = changes({ role: { was: sql`old.role`, becomes: sql`${role}::text` } });

  return sql`
    with old as (
      select role from memberships
      where company_id = ${author.companyId} and user_id = ${user.id} for update
    ), given as (
      insert into memberships (application_id, company_id, user_id, role)
      values (${applicationId}, ${author.companyId}, ${user.id}, ${role})
      on conflict (company_id, user_id) do update set role = excluded.role
    ), member as (
      select ${user.id}::uuid as id, ${user.name}::text as name, ${change} as details,
        old.role is null as is_new
      from (values (1)) one left join old on true
    ), added as (
      ${companyEntry(author, 'members.add', sql`(select * from member where is_new)`, sql`jsonb_build_object('role', ${role}::text)`)}
    )
    ${companyEntry(author, 'members.changeRole', sql`(select * from member where not is_new and details is not null)`, sql`changed.details`)}`;
};

/**
 * Gives a user of the company's application a role in the company, as a new member or instead of
 * the role they had.
 *
 * @throws NotFoundError
 */
export async function setRole(
  db: Database,
  author: Author,
  input: { email: string; companySlug: string; role: Role },
): Promise<{ id: string }> {
  const email = input.email.toLowerCase();
  const { applicationId, id: companyId } = await getCompanyBySlug(db, input.companySlug);
  const [user] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.applicationId, applicationId), eq(users.email, email)));
  if (!user) throw new NotFoundError(`There is no user ${email} in the company's application`);

  await db.execute(roleChange({ ...author, companyId }, { applicationId, user, role: input.role }));

  return { id: user.id };
}
