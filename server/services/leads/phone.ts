import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

export interface Phone {
  /** As stored, with country code. */
  digits: string;
  /** `+55 11 98765-4321`. */
  international: string;
  /** False where the numbering plan knows no such number. */
  possible: boolean;
}

export function describePhone(digits: string): Phone {
  const number = parsePhoneNumberFromString(`+${digits}`);

  return {
    digits,
    international: number?.formatInternational() ?? `+${digits}`,
    possible: number?.isPossible() ?? false,
  };
}
