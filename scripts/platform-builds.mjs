// The packages with compiled code, of which there is one for each platform. Plain JavaScript, which
// any Node from 20 on runs before the install.

/**
 * A package of the lock file, as far as it says where the package runs.
 *
 * @typedef {{ os?: string[], cpu?: string[], libc?: string[], optional?: boolean, dev?: boolean }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages by folder
 * @typedef {{ os: string, cpu: string, libc: string }} Platform in npm's words
 */

/**
 * The platform of this Node.
 *
 * @returns {Platform}
 */
export function thisPlatform() {
  const os = process.platform;
  if (os !== 'linux') return { os, cpu: process.arch, libc: '' };

  /** @type {any} Node does not say what is in its report. */
  const { header } = process.report.getReport();
  return { os, cpu: process.arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' };
}

/** @param {Platform} platform */
const isFor =
  ({ os, cpu, libc }) =>
  (/** @type {LockedPackage} */ each) =>
    each.cpu?.includes(cpu) &&
    (each.os?.includes(os) ?? true) &&
    (each.libc?.includes(libc) ?? true);

/**
 * Folders of the compiled packages that a platform needs.
 *
 * @param {LockedPackages} packages of the lock file
 * @param {Platform} platform
 * @param {boolean} all also those of tests, checks and benchmarks
 */
export function compiledPackages(packages, platform, all) {
  const isCompiledFor = isFor(platform);
  return Object.entries(packages)
    .filter(([, each]) => each.optional && (all || !each.dev) && isCompiledFor(each))
    .map(([folder]) => folder);
}

/** Next.js builds the panel, and is compiled for the fewest platforms. */
const builder = 'node_modules/@next/swc-';

/**
 * @param {LockedPackages} packages of the lock file
 * @param {Platform} platform
 * @throws Error with one line for the terminal
 */
export function assertPlatform(packages, platform) {
  if (compiledPackages(packages, platform, false).some((folder) => folder.startsWith(builder)))
    return;

  const { os, cpu } = platform;
  throw new Error(
    `Leadgate cannot be built here: Next.js has no build for ${os} on ${cpu}. Use Linux, macOS or Windows with an x64 or arm64 processor and a Node for it`,
  );
}
