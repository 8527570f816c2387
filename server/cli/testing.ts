import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { type TestDatabase, withTestDatabase } from '#db/testing.ts';
import { execute } from './program.ts';

const secret = 'a secret of forty characters for testing';

export const unknownId = '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c5d6e';

/** An object with an ID and exactly these members. */
export const idAnd = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ id: z.uuid(), ...shape });

export interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Environment that a command needs to use a database. */
const environment = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  AUTH_SECRET: secret,
  KEY_PEPPER: secret,
});

interface CallOptions {
  input?: string;
  databaseUrl?: string;
  /** Added to the environment, or replacing a part of it. */
  env?: Record<string, string>;
}

interface RunOptions extends CallOptions {
  /** Working directory. */
  cwd?: string;
  /** Sends Ctrl+C when it resolves. */
  interruptAfter?: Promise<void>;
}

/** Starts the command as an operator does. */
async function run(
  databaseUrl: string,
  args: readonly string[],
  { input = '', interruptAfter, env, cwd = process.cwd() }: RunOptions,
): Promise<Outcome> {
  const child = spawn(process.execPath, [resolve('server/cli/main.ts'), ...args], {
    cwd,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...environment(databaseUrl), ...env },
  });
  child.stdin.end(input);
  interruptAfter?.then(() => child.kill('SIGINT'));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exit,
  ]);

  return { exitCode, stdout, stderr };
}

/** Runs the command in this process, which is a second faster. One at a time. */
async function runHere(
  databaseUrl: string,
  args: readonly string[],
  { input = '', env }: CallOptions,
): Promise<Outcome> {
  for (const [name, value] of Object.entries({ ...environment(databaseUrl), ...env }))
    vi.stubEnv(name, value);
  const stdin = vi.spyOn(process, 'stdin', 'get');
  stdin.mockReturnValue(Readable.from([input]) as typeof process.stdin);
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });

  try {
    const { exitCode, error } = await execute(args);
    return { exitCode, stdout: written.join(''), stderr: error ? `${error}\n` : '' };
  } finally {
    stdin.mockRestore();
    write.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** Parses the output of a successful `--json`: stdout is only JSON, stderr is empty. */
async function parsed<Schema extends z.ZodType>(schema: Schema, outcome: Promise<Outcome>) {
  const { stdout, ...rest } = await outcome;
  expect(rest).toEqual({ exitCode: 0, stderr: '' });
  return schema.parse(JSON.parse(stdout));
}

/** Splits a line as a shell does, with double quotes. */
const words = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map((m) => m[1] ?? m[0]);

/** A new database, and the command line that uses it. */
export function withCli() {
  const database: TestDatabase = withTestDatabase();
  const cli = (line: string, options: RunOptions = {}) =>
    run(options.databaseUrl ?? database.adminUrl, words(line), options);
  const call = (line: string, options: CallOptions = {}) =>
    runHere(options.databaseUrl ?? database.adminUrl, words(line), options);

  return {
    database,
    /** In a separate process. */
    cli,
    json: <Schema extends z.ZodType>(schema: Schema, line: string) =>
      parsed(schema, cli(`${line} --json`)),
    /** In this process. */
    call,
    callJson: <Schema extends z.ZodType>(schema: Schema, line: string) =>
      parsed(schema, call(`${line} --json`)),
  };
}

export function expectOneLine(outcome: Outcome, exitCode: number, said: RegExp): void {
  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(outcome.stderr).toMatch(said);
  expect(outcome.stderr.match(/\n/g)).toHaveLength(1);
  expect(outcome.stderr).not.toMatch(/\.ts:\d+|select |insert /);
}

/** Creates an application `acme` with companies `sales` and `labs`. Returns the first step of each. */
export async function createAcme({ db }: TestDatabase) {
  const { id: applicationId } = await createApplication(db, { slug: 'acme', name: 'Acme' });
  const firstStep = async (slug: string) => {
    const { id: companyId } = await createCompany(db, { applicationId, slug });
    const { id: funnelId } = await createFunnel(db, { companyId, name: 'Buyers' });
    const step = await createStep(db, { companyId, funnelId, name: 'New' });
    await createStep(db, { companyId, funnelId, name: 'Won' });
    return step;
  };

  return { sales: await firstStep('sales'), labs: await firstStep('labs') };
}
