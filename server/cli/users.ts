import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { type Role, roles } from '#db/values/access.ts';
import { createUser } from '../services/users/create-user.ts';
import { setRole } from '../services/users/set-role.ts';
import { parseEmail, parseName } from './arguments.ts';
import { withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeResult } from './output.ts';

interface RoleOptions extends OutputOptions {
  company: string;
  role: Role;
}

interface CreateOptions extends RoleOptions {
  name: string;
  passwordStdin?: boolean;
}

const roleOption = () =>
  new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory();

async function create(email: string, options: CreateOptions): Promise<void> {
  const { company: companySlug, role, name, passwordStdin } = options;
  const given = passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  const password = given ?? randomBytes(15).toString('base64url');
  const { id } = await withDatabase(({ db }) =>
    createUser(db, { email, name, password, companySlug, role }),
  );

  const created = `Created ${email} as ${role} of ${companySlug} (${id}).`;
  if (given === undefined) {
    writeResult(
      options,
      { id, email, password },
      `${created}\nPassword, shown only now: ${password}`,
    );
  } else writeResult(options, { id, email }, created);
}

export function addUsers(program: Command): void {
  const noun = addNoun(program, 'users', 'people who sign in to the panel');

  addVerb(noun, 'create', 'create a user as a member of a company', [
    'users create ada@example.com --company acme-sales --role admin --name "Ada"',
    'users create ada@example.com --company acme-sales --role agent --name "Ada" --password-stdin < password.txt',
  ])
    .argument('<email>', 'address they sign in with', parseEmail)
    .requiredOption('--company <slug>', 'first company they work in')
    .addOption(roleOption())
    .requiredOption('--name <text>', 'name for people', parseName)
    .option('--password-stdin', 'read the password from stdin instead of making one')
    .action(create);

  addVerb(noun, 'role', 'set the role of a user in a company, which makes them a member of it', [
    'users role ada@example.com --company acme-labs --role viewer',
  ])
    .argument('<email>', 'address they sign in with', parseEmail)
    .requiredOption('--company <slug>', 'company of the same application')
    .addOption(roleOption())
    .action(async (email: string, options: RoleOptions) => {
      const { company: companySlug, role } = options;
      const { id } = await withDatabase(({ db }) => setRole(db, { email, companySlug, role }));

      writeResult(options, { id, email, role }, `${email} is ${role} of ${companySlug}.`);
    });
}
