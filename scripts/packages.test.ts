import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { assertPlatform, compiledPackages, thisPlatform } from './platform-builds.mjs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

it.each([
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'arm64', libc: '' },
  { os: 'win32', cpu: 'x64', libc: '' },
])('$os on $cpu $libc has each compiled package once', (platform) => {
  assertPlatform(packages, platform);
  const families = compiledPackages(packages, platform, false).map(
    (folder) => /(swc|argon2|oxide|lightningcss)-/.exec(folder)?.[1] ?? '',
  );
  expect(families.filter(Boolean).sort()).toEqual(['argon2', 'lightningcss', 'oxide', 'swc']);
});

it.each([
  { os: 'linux', cpu: 'ppc64', libc: 'glibc' },
  { os: 'freebsd', cpu: 'x64', libc: '' },
])('$os on $cpu is refused with the platforms that can be used', (platform) => {
  expect(() => assertPlatform(packages, platform)).toThrow(
    `Leadgate cannot be built here: Next.js has no build for ${platform.os} on ${platform.cpu}. Use Linux, macOS or Windows with an x64 or arm64 processor and a Node for it`,
  );
});

const name = '@next/swc-test';
const archive = 'next-swc-test-1.0.0.tgz';

/** A project with one package, compiled for this platform. */
function newProject() {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, content: unknown) =>
    writeFileSync(join(folder, file), JSON.stringify(content));
  const { os, cpu } = thisPlatform();
  const compiled = { version: '1.0.0', os: [os], cpu: [cpu] };
  const project = { name: 'test', optionalDependencies: { [name]: `file:${archive}` } };
  mkdirSync(join(folder, 'package'));
  write('package/package.json', { ...compiled, name });
  execFileSync('tar', ['-czf', archive, 'package'], { cwd: folder });
  write('package.json', { ...project, engines: { node: '>=20' }, devDependencies: {} });
  const locked = { ...compiled, resolved: `file:${archive}`, optional: true };
  write('package-lock.json', {
    ...project,
    lockfileVersion: 3,
    packages: { '': project, [`node_modules/${name}`]: locked },
  });
  return folder;
}

/** @returns what a start in the folder prints */
function install(folder: string, env: Record<string, string> = {}) {
  const script = `import(${JSON.stringify(join(process.cwd(), 'scripts/packages.mjs'))})
    .then(({ installPackages }) => installPackages(false))
    .catch((error) => console.error(error.message))`;
  const options = { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['-e', script], options).stderr;
}

it('an install is for the platform that it runs on, whatever npm is configured for', () => {
  const folder = newProject();
  install(folder, { npm_config_cpu: 'ppc64', npm_config_os: 'aix', npm_config_omit: 'optional' });
  expect(existsSync(join(folder, 'node_modules', name))).toBe(true);
  expect(install(folder)).toBe('');
});

it('packages of another platform are installed again', () => {
  const folder = newProject();
  install(folder);
  rmSync(join(folder, 'node_modules', name), { recursive: true });
  writeFileSync(join(folder, 'node_modules/from-elsewhere'), '');
  expect(install(folder)).toContain('✓ Installing packages');
  expect(existsSync(join(folder, 'node_modules', name))).toBe(true);
  expect(existsSync(join(folder, 'node_modules/from-elsewhere'))).toBe(false);
});

it('a compiled package that cannot be downloaded is named, and the next start installs it', () => {
  const folder = newProject();
  rmSync(join(folder, archive));
  expect(install(folder)).toContain(
    `npm's registry did not give ${name}. Run the command again, or set another registry in npm's configuration`,
  );
  execFileSync('tar', ['-czf', archive, 'package'], { cwd: folder });
  expect(install(folder)).toContain('✓ Installing packages');
});
