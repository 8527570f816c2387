import { existsSync } from 'node:fs';

/** `scripts/prepare.mjs` installs these where it can. */
const installed = ['python3', 'php', 'go'];
const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Whether a test of code for the program fails without it, instead of being skipped. */
export const isExpected = (program: string) => canInstall && installed.includes(program);
