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
  new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory();

/** The first line of stdin, or a new one that is shown once. */
async function choosePassword({ passwordStdin }: PasswordOptions) {
  if (!passwordStdin) return { password: randomBytes(15).toString('base64url'), isNew: true };

  return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), isNew: false };
}

interface Outcome {
  id: string;
  email: string;
  password: string;
  /** The password was made here. */
  isNew: boolean;
}

function writePassword(options: OutputOptions, outcome: Outcome, sentence: string): void {
  const { id, email, password, isNew } = outcome;
  const shown = `${sentence}\nPassword, shown only now: ${password}`;
  if (isNew) writeResult(options, { id, email, password }, shown);
  else writeResult(options, { id, email }, sentence);
}

async function create(email: string, options: CreateOptions): Promise<void> {
  const { company: companySlug, role, name } = options;
  const { password, isNew } = await choosePassword(options);
  const { id } = await withDatabase(({ db }) =>
    createUser(db, commandLine, { email, name, password, companySlug, role }),
  );

  const sentence = `Created ${email} as ${role} of ${companySlug} (${id}).`;
  writePassword(options, { id, email, password, isNew }, sentence);
}

async function changePassword(
  email: string,
  options: ApplicationOptions & PasswordOptions,
): Promise<void> {
  const { password, isNew } = await choosePassword(options);
  const { id } = await withDatabase(({ db }) =>
    setPassword(db, commandLine, { email, password, applicationSlug: options.application }),
  );

  const sentence = `${email} has another password. All their sessions have ended.`;
  writePassword(options, { id, email, password, isNew }, sentence);
}

async function deactivate(email: string, options: ApplicationOptions): Promise<void> {
  const { application: applicationSlug } = options;
  const { id } = await withDatabase(({ db }) =>
    deactivateUser(db, commandLine, { email, applicationSlug }),
  );

  const sentence = `${email} is deactivated. All their sessions have ended.`;
  writeResult(options, { id, email, active: false }, sentence);
}

async function activate(email: string, options: ApplicationOptions): Promise<void> {
  const { application: applicationSlug } = options;
  const { id } = await withDatabase(({ db }) =>
    activateUser(db, commandLine, { email, applicationSlug }),
  );

  writeResult(options, { id, email, active: true }, `${email} may sign in.`);
}

async function resetSecond(email: string, options: ApplicationOptions): Promise<void> {
  const { application: applicationSlug } = options;
  const { id, wasOn } = await withDatabase(({ db }) =>
    resetSecondFactor(db, commandLine, { email, applicationSlug }),
  );

  const sentence = wasOn
    ? `${email} signs in with the password alone now.`
    : `${email} had no second factor.`;
  writeResult(options, { id, email, wasOn }, sentence);
}

/** Verbs about one user of an application, wherever they work. */
function addVerbOfUser(
  noun: Command,
  verb: string,
  description: string,
  examples: readonly string[],
): Command {
  return addVerb(noun, verb, description, examples)
    .argument('<email>', 'address they sign in with', parseEmail)
    .requiredOption('--application <slug>', 'application they belong to');
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
      const { id } = await withDatabase(({ db }) =>
        setRole(db, commandLine, { email, companySlug, role }),
      );

      writeResult(options, { id, email, role }, `${email} is ${role} of ${companySlug}.`);
    });

  addVerbOfUser(noun, 'deactivate', 'let a user in no more; their sessions end at once', [
    'users deactivate ada@example.com --application acme',
  ]).action(deactivate);

  addVerbOfUser(noun, 'activate', 'take a deactivation back', [
    'users activate ada@example.com --application acme',
  ]).action(activate);

  addVerbOfUser(noun, 'password', 'give a user another password; their sessions end at once', [
    'users password ada@example.com --application acme',
    'users password ada@example.com --application acme --password-stdin < password.txt',
  ])
    .option('--password-stdin', 'read the password from stdin instead of making one')
    .action(changePassword);

  addVerbOfUser(noun, 'reset-second-factor', 'turn two-step sign-in off for who lost all codes', [
    'users reset-second-factor ada@example.com --application acme',
  ]).action(resetSecond);
}
