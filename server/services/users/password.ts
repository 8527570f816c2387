import { hash, verify } from '@node-rs/argon2';
import { passwordLength } from '#db/values/limits.ts';
import { InvalidError } from '../errors.ts';

/**
 * Argon2id (the library's default) with the least memory and time that OWASP advises.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What is stored of a password: a PHC string that holds its own salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * The same for a password that a user chose.
 *
 * @param field what the caller knows it by
 * @throws InvalidError
 */
export async function hashNewPassword(password: string, field: string): Promise<string> {
  const { shortest, longest } = passwordLength;
  if (password.length < shortest || password.length > longest) {
    throw new InvalidError(`A password has ${shortest} to ${longest} characters`, field);
  }

  return hashPassword(password);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
