import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isPossibleNumber, type PhoneMark } from './numbering-plan.ts';

export interface Phone {
  /** As stored, with country code. */
  digits: string;
  /** `+55 11 98765 4321`, or only digits where the country is unknown. */
  international: string;
  /** False where the numbering plan knows no such number. */
  possible: boolean;
}

export function describePhone(digits: string, mark?: PhoneMark): Phone {
  if (mark === 'countryUnknown') return { digits, international: digits, possible: false };

  const number = parsePhoneNumberFromString(`+${digits}`);
  return {
    digits,
    international: number?.formatInternational() ?? `+${digits}`,
    possible: isPossibleNumber(digits),
  };
}
