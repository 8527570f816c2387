import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './env.ts';

const secret = 'x'.repeat(32);
const given = {
  NODE_ENV: 'test',
  DATABASE_URL: 'postgres://u@localhost/d',
  AUTH_SECRET: secret,
  KEY_PEPPER: secret,
} as const;

describe('readSettings', () => {
  it('has a default for every variable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadgate-env-'));
    const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: folder, PORT: '', HOST: '' });
    expect(settings).toMatchObject({
      port: 3000,
      portIsGiven: false,
      databaseUrl: undefined,
      workers: 1,
      demoData: true,
    });
    expect(readSettings({ NODE_ENV: 'test', DATA_DIR: folder }).keyPepper).toBe(settings.keyPepper);
    rmSync(folder, { recursive: true });
  });

  it('adds demo data to the embedded database only, unless DEMO_DATA says more', () => {
    expect(readSettings(given).demoData).toBe(false);
    expect(readSettings({ ...given, DEMO_DATA: 'on' }).demoData).toBe(true);
  });

  it('reads lists of proxies', () => {
    expect(
      readSettings({ ...given, TRUSTED_PROXIES: '10.0.0.0/8, ::1 192.0.2.1' }).trustedProxies,
    ).toEqual(['10.0.0.0/8', '::1', '192.0.2.1']);
  });

  it.each(['mailto:security@crm.example', 'https://crm.example/security'])(
    'reads %s as the contact for security reports',
    (contact) => {
      expect(readSettings({ ...given, SECURITY_CONTACT: contact }).securityContact).toBe(contact);
    },
  );

  it.each(['security@crm.example', 'http://crm.example', 'mailto:a@b.example\nPolicy: x'])(
    'refuses %j as the contact for security reports',
    (contact) => {
      expect(() => readSettings({ ...given, SECURITY_CONTACT: contact })).toThrow(
        'SECURITY_CONTACT: must be a mailto: or https: address',
      );
    },
  );

  const oidc = {
    OIDC_ISSUER: 'https://id.example/',
    OIDC_CLIENT_ID: 'leadgate',
    OIDC_CLIENT_SECRET: 'secret',
  };

  it('reads an OpenID provider, which is optional', () => {
    expect(readSettings({ ...given, OIDC_ISSUER: '', OIDC_NAME: 'Acme ID' }).oidc).toBeUndefined();
    expect(readSettings({ ...given, ...oidc }).oidc).toEqual({
      issuer: 'https://id.example/',
      clientId: 'leadgate',
      clientSecret: 'secret',
      name: 'single sign-on',
    });
    const named = { ...given, ...oidc, OIDC_ISSUER: 'http://localhost:9', OIDC_NAME: 'Acme ID' };
    expect(readSettings(named).oidc).toMatchObject({ name: 'Acme ID' });
  });

  it.each(Object.keys(oidc))('refuses an OpenID provider without %s', (name) => {
    expect(() => readSettings({ ...given, ...oidc, [name]: '' })).toThrow(
      `Signing in with OpenID Connect needs ${name} too`,
    );
  });

  it.each([
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_NAME', 'x'.repeat(41)],
    ['PORT', '70000'],
    ['PORT', 'x'],
    ['WEB_CONCURRENCY', '0'],
    ['WEB_CONCURRENCY', '65'],
    ['WEB_CONCURRENCY', '1.5'],
    ['WEB_CONCURRENCY', 'auto'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL_DIRECT', 'localhost'],
    ['AUTH_SECRET', 'short'],
    ['DEMO_DATA', 'maybe'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['REQUIRE_HTTPS', 'yes'],
    ['DRAIN_DELAY', '-1'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s and names it in one line', (name, value) => {
    const refusal = () => readSettings({ ...given, [name]: value });
    expect(refusal).toThrow(SettingsError);
    expect(refusal).toThrow(new RegExp(`^Environment variables: ${name}: [^\\n]+$`));
  });

  it('requires https only with trusted proxies', () => {
    const asked = { ...given, REQUIRE_HTTPS: 'on' };
    expect(() => readSettings(asked)).toThrow(/^With REQUIRE_HTTPS=on, TRUSTED_PROXIES must/);
    expect(readSettings({ ...asked, TRUSTED_PROXIES: '::1' }).requireHttps).toBe(true);
    expect(readSettings({ ...given, REQUIRE_HTTPS: 'off' }).requireHttps).toBe(false);
  });

  it('takes DATABASE_URL_DIRECT beside DATABASE_URL only', () => {
    const direct = { ...given, DATABASE_URL_DIRECT: 'postgres://owner@localhost/d' };
    expect(readSettings(direct).databaseUrlDirect).toBe(direct.DATABASE_URL_DIRECT);
    expect(() => readSettings({ ...direct, DATABASE_URL: '' })).toThrow(
      'With DATABASE_URL_DIRECT, DATABASE_URL must be set too',
    );
  });

  it('requires both secrets with DATABASE_URL', () => {
    expect(() => readSettings({ ...given, KEY_PEPPER: '' })).toThrow(
      /^With DATABASE_URL, KEY_PEPPER must be set too/,
    );
  });
});
