import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback } from './caller-network.ts';
import { maxDrainDelaySeconds } from './limits.ts';
import { findSecrets, readOrMakeSecrets } from './secrets.ts';

/** The installation is set up wrongly; `message` is one line for the operator. */
export class SettingsError extends Error {}

const text = z.string().trim().min(1);
const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsAbsent, schema.optional());

/** Addresses and CIDR ranges, separated by commas or spaces. */
const addresses = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z.array(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must hold addresses and CIDR ranges'),
    ),
  );

const databaseAddress = z.url({ protocol: /^postgres(ql)?$/ });

/** Codes, tokens and the client secret are sent to it. */
const issuer = z.string().refine((address) => {
  const { protocol, hostname = '' } = URL.parse(address) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}, 'must be an https address');

/** RFC 9116, 2.5.3: a URI. The text stands in a line of its own. */
const contact = z
  .string()
  .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: address');

/** Separated by commas or spaces, the one in use first. */
const bodySecrets = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.string().min(32)));

/** Every environment variable that the program reads. `.env.example` is compared with it. */
export const environment = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  HOST: optional(text),
  WEB_CONCURRENCY: optional(z.coerce.number().int().min(1).max(64)),
  DATA_DIR: optional(text),
  DATABASE_URL: optional(databaseAddress),
  DATABASE_URL_DIRECT: optional(databaseAddress),
  AUTH_SECRET: optional(z.string().min(32)),
  KEY_PEPPER: optional(z.string().min(32)),
  BODY_SECRET: optional(bodySecrets),
  DEMO_DATA: optional(z.enum(['on', 'off'])),
  OIDC_ISSUER: optional(issuer),
  OIDC_CLIENT_ID: optional(text),
  OIDC_CLIENT_SECRET: optional(text),
  OIDC_NAME: optional(text.max(40)),
  TRUSTED_PROXIES: optional(addresses),
  RATE_LIMIT_PER_KEY: optional(z.coerce.number().int().min(0).max(1_000_000)),
  RATE_LIMIT_BURST: optional(z.coerce.number().int().min(1).max(1_000_000)),
  REQUIRE_HTTPS: optional(z.enum(['on', 'off'])),
  SECURITY_CONTACT: optional(contact),
  DRAIN_DELAY: optional(z.coerce.number().min(0).max(maxDrainDelaySeconds)),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])),
});

/** An OpenID provider for sign-in. */
export interface OidcSettings {
  /** Exactly as in the provider's tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Shown on the sign-in page. */
  name: string;
}

export interface Settings {
  /** 0 lets the system choose. `portIsGiven` false: the next free one is fine too. */
  port: number;
  portIsGiven: boolean;
  /** Address to listen on; absent means all. */
  host: string | undefined;
  /** Processes that serve. From 2 on they are forked by a primary process. */
  workers: number;
  dataDir: string;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** Past a pooler, for the role that owns the schema. Absent: `databaseUrl`. */
  databaseUrlDirect: string | undefined;
  authSecret: string;
  keyPepper: string;
  /** The first seals the bodies of requests; all of them open what they have sealed. */
  bodySecrets: [string, ...string[]];
  oidc: OidcSettings | undefined;
  /** Insert the demo data into an empty database. */
  demoData: boolean;
  /** Addresses and CIDR ranges whose forwarding headers count. */
  trustedProxies: readonly string[];
  /** Requests a second and at once of keys that have no rate of their own; a limit of 0 is none. */
  rate: { limit: number; burst: number };
  /** Refuse keys that come over plain http. */
  requireHttps: boolean;
  /** Where vulnerabilities are reported: a `mailto:` or `https:` address. */
  securityContact: string | undefined;
  /** Seconds to go on serving after SIGTERM. */
  drainDelay: number;
  logLevel: string;
}

type Environment = z.infer<typeof environment>;

function parse(variables: NodeJS.ProcessEnv): Environment {
  const parsed = environment.safeParse(variables);
  if (parsed.success) return parsed.data;

  const wrong = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  throw new SettingsError(`Environment variables: ${wrong.join('; ')}`);
}

function installationSecrets(
  given: Environment,
  dataDir: string,
): { authSecret: string; keyPepper: string } {
  const { AUTH_SECRET: authSecret, KEY_PEPPER: keyPepper } = given;
  if (authSecret && keyPepper) return { authSecret, keyPepper };

  if (given.DATABASE_URL) {
    const missing = [!authSecret && 'AUTH_SECRET', !keyPepper && 'KEY_PEPPER'].filter(Boolean);
    throw new SettingsError(
      `With DATABASE_URL, ${missing.join(' and ')} must be set too: at least 32 characters each, the same for every process`,
    );
  }

  const kept = readOrMakeSecrets(dataDir);
  return { authSecret: authSecret ?? kept.authSecret, keyPepper: keyPepper ?? kept.keyPepper };
}

function secrets(given: Environment, dataDir: string) {
  const { authSecret, keyPepper } = installationSecrets(given, dataDir);
  const [first = keyPepper, ...others] = given.BODY_SECRET ?? [];
  const bodySecrets: [string, ...string[]] = [first, ...others, keyPepper];
  return { authSecret, keyPepper, bodySecrets };
}

const dataDirOf = ({ DATA_DIR = '.data' }: Environment) =>
  resolve(/* turbopackIgnore: true */ DATA_DIR);

/** The pepper that is given, or was kept at the first start. Makes none. */
export function findKeyPepper(variables: NodeJS.ProcessEnv): string | undefined {
  const given = parse(variables);
  return given.KEY_PEPPER ?? findSecrets(dataDirOf(given))?.keyPepper;
}

function directAddress({ DATABASE_URL, DATABASE_URL_DIRECT }: Environment): string | undefined {
  if (DATABASE_URL_DIRECT && !DATABASE_URL)
    throw new SettingsError('With DATABASE_URL_DIRECT, DATABASE_URL must be set too');
  return DATABASE_URL_DIRECT;
}

function rate({ RATE_LIMIT_PER_KEY: limit = 100, RATE_LIMIT_BURST: burst }: Environment) {
  return { limit, burst: burst ?? Math.max(2 * limit, 1) };
}

/** Leadgate itself speaks http: without a proxy, every request would be refused. */
function requiresHttps({ REQUIRE_HTTPS, TRUSTED_PROXIES }: Environment): boolean {
  if (REQUIRE_HTTPS === 'on' && !TRUSTED_PROXIES?.length) {
    throw new SettingsError(
      'With REQUIRE_HTTPS=on, TRUSTED_PROXIES must name the proxies whose X-Forwarded-Proto tells https',
    );
  }
  return REQUIRE_HTTPS === 'on';
}

function oidcSettings(given: Environment): OidcSettings | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME = 'single sign-on' } = given;
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    return {
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      name: OIDC_NAME,
    };
  }

  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === 3) return undefined;
  throw new SettingsError(`Signing in with OpenID Connect needs ${missing.join(' and ')} too`);
}

/** Reads `.env` of the current folder into the environment; variables already set win. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/**
 * All settings, parsed once. Missing secrets are generated and kept in `DATA_DIR`. With a
 * `DATABASE_URL` they are required, because every process needs the same ones.
 *
 * @throws SettingsError naming each variable that is wrong or missing
 */
export function readSettings(variables: NodeJS.ProcessEnv): Settings {
  const given = parse(variables);
  const dataDir = dataDirOf(given);

  return {
    port: given.PORT ?? 3000,
    portIsGiven: given.PORT !== undefined,
    host: given.HOST,
    workers: given.WEB_CONCURRENCY ?? 1,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    databaseUrlDirect: directAddress(given),
    ...secrets(given, dataDir),
    oidc: oidcSettings(given),
    demoData: given.DEMO_DATA ? given.DEMO_DATA === 'on' : !given.DATABASE_URL,
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    rate: rate(given),
    requireHttps: requiresHttps(given),
    securityContact: given.SECURITY_CONTACT,
    drainDelay: given.DRAIN_DELAY ?? 0,
    logLevel: given.LOG_LEVEL ?? 'info',
  };
}
