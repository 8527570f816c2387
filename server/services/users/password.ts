import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id (the library's default) with the least memory and time that OWASP advises.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What is stored of a password: a PHC string that holds its own salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
