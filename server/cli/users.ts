import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { type Role, roles } from '#db/values/access.ts';
import { resetSecondFactor } from '../services/second-factor/reset-second-factor.ts';
import { activateUser } from '../services/users/activate-user.ts';
import { createUser } from '../services/users/create-user.ts';
import { deactivateUser } from '../services/users/deactivate-user.ts';
import { setPassword } from '../services/users/set-password.ts';
import { setRole } from '../services/users/set-role.ts';
import { parseEmail, parseName } from './arguments.ts';
import { commandLine, withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeResult } from './output.ts';

interface RoleOptions extends OutputOptions {
  company: string;
  role: Role;
}

interface PasswordOptions {
  passwordStdin?: boolean;
}

interface CreateOptions extends RoleOptions, PasswordOptions {
  name: string;
}

interface ApplicationOptions extends OutputOptions {
  application: string;
}

const roleOption = () =>
  new Option('--role <role>', 'role in the company').choices(roles).makeOptionMandatory();

/** The password from stdin, or a generated one that is shown once. */
async function choosePassword({ passwordStdin }: PasswordOptions) {
  if (!passwordStdin) return { password: randomBytes(15).toString('base64url'), isNew: true };

  return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), isNew: false };
}

interface Outcome {
  id: string;
  email: string;
  password: string;
  /** The password was generated. */
  isNew: boolean;
}

function writePassword(options: OutputOptions, outcome: Outcome, message: string): void {
  const { id, email, password, isNew } = outcome;
  const shown = `${message}\nPassword (shown only once): ${password}`;
  if (isNew) writeResult(options, { id, email, password }, shown);
  else writeResult(options, { id, email }, message);
}

async function create(email: string, options: CreateOptions): Promise<void> {
  const { company: companySlug, role, name } = options;
  const { password, isNew } = await choosePassword(options);
  const { id } = await withDatabase(({ db }) =>
    createUser(db, commandLine, { email, name, password, companySlug, role }),
  );

  const message = `Created ${email} as ${role} of ${companySlug} (${id}).`;
  writePassword(options, { id, email, password, isNew }, message);
}

async function changePassword(
  email: string,
  options: ApplicationOptions & PasswordOptions,
): Promise<void> {
  const { password, isNew } = await choosePassword(options);
  const { id } = await withDatabase(({ db }) =>
    setPassword(db, commandLine, { email, password, applicationSlug: options.application }),
  );

  const message = `The password of ${email} is changed. All sessions of this user have ended.`;
  writePassword(options, { id, email, password, isNew }, message);
}

async function deactivate(email: string, options: ApplicationOptions): Promise<void> {
  const { application: applicationSlug } = options;
  const { id } = await withDatabase(({ db }) =>
    deactivateUser(db, commandLine, { email, applicationSlug }),
  );

  const message = `${email} is deactivated. All sessions of this user have ended.`;
  writeResult(options, { id, email, active: false }, message);
}

async function activate(email: string, options: ApplicationOptions): Promise<void> {
  const { application: applicationSlug } = options;
  const { id } = await withDatabase(({ db }) =>
    activateUser(db, commandLine, { email, applicationSlug }),
  );

  writeResult(options, { id, email, active: true }, `${email} is active.`);
}

async function resetSecond(email: string, options: ApplicationOptions): Promise<void> {
  const { application: applicationSlug } = options;
  const { id, wasOn } = await withDatabase(({ db }) =>
    resetSecondFactor(db, commandLine, { email, applicationSlug }),
  );

  const message = wasOn
    ? `The second factor of ${email} is removed. The password alone is enough now.`
    : `${email} had no second factor.`;
  writeResult(options, { id, email, wasOn }, message);
}

/** Adds a verb for one user of an application, in all companies. */
function addVerbOfUser(
  noun: Command,
  verb: string,
  description: string,
  examples: readonly string[],
): Command {
  return addVerb(noun, verb, description, examples)
    .argument('<email>', 'email address of the user', parseEmail)
    .requiredOption('--application <slug>', 'application of the user');
}

export function addUsers(program: Command): void {
  const noun = addNoun(program, 'users', 'users of the panel');

  addVerb(noun, 'create', 'create a user and add it to a company', [
    'users create ada@example.com --company acme-sales --role admin --name "Ada"',
    'users create ada@example.com --company acme-sales --role agent --name "Ada" --password-stdin < password.txt',
  ])
    .argument('<email>', 'email address of the user', parseEmail)
    .requiredOption('--company <slug>', 'company that the user joins')
    .addOption(roleOption())
    .requiredOption('--name <text>', 'name shown in the panel', parseName)
    .option('--password-stdin', 'read the password from stdin instead of generating one')
    .action(create);

  addVerb(
    noun,
    'role',
    'set the role of a user in a company; adds the user to the company if necessary',
    ['users role ada@example.com --company acme-labs --role viewer'],
  )
    .argument('<email>', 'email address of the user', parseEmail)
    .requiredOption('--company <slug>', 'company of the application of the user')
    .addOption(roleOption())
    .action(async (email: string, options: RoleOptions) => {
      const { company: companySlug, role } = options;
      const { id } = await withDatabase(({ db }) =>
        setRole(db, commandLine, { email, companySlug, role }),
      );

      writeResult(options, { id, email, role }, `${email} is ${role} of ${companySlug}.`);
    });

  addVerbOfUser(noun, 'deactivate', 'deactivate a user and end all sessions', [
    'users deactivate ada@example.com --application acme',
  ]).action(deactivate);

  addVerbOfUser(noun, 'activate', 'activate a deactivated user', [
    'users activate ada@example.com --application acme',
  ]).action(activate);

  addVerbOfUser(noun, 'password', 'change the password of a user and end all sessions', [
    'users password ada@example.com --application acme',
    'users password ada@example.com --application acme --password-stdin < password.txt',
  ])
    .option('--password-stdin', 'read the password from stdin instead of generating one')
    .action(changePassword);

  addVerbOfUser(
    noun,
    'reset-second-factor',
    'remove the second factor of a user who has lost all codes',
    ['users reset-second-factor ada@example.com --application acme'],
  ).action(resetSecond);
}
