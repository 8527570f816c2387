import type { z } from 'zod';
import { InvalidFieldsError } from '../errors.ts';
import { personSchema } from './lead-rules.ts';
import { readPhones } from './read-phones.ts';

export type Person = z.output<typeof personSchema>;

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What a member typed, as it is stored: by the rules for a lead that is sent to the API.
 *
 * @param country of the company, whose local phone numbers get its code
 * @throws InvalidFieldsError
 */
export function readPerson(
  typed: {
    [Field in keyof Person]?: unknown;
  },
  country: string | undefined,
): Person {
  const { phones: read, unread } = readPhones(typed.phones, country);
  const isRead = unread.length === 0;
  const { data, error } = personSchema.safeParse({ ...typed, ...(isRead && { phones: read }) });
  if (!error) return data;

  throw new InvalidFieldsError(
    error.issues.map((issue) => {
      const inner = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
      const [field, index] = issue.path;
      const phones = field === 'phones' && Array.isArray(typed.phones) ? typed.phones : [];
      const phone = typeof index === 'number' ? `${phones[index]}: ` : '';
      return { path: issue.path.join('.'), message: sentence(`${phone}${inner.message}`) };
    }),
  );
}
