import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/** Why a number needs a look: the plan knows none of its length, or its country cannot be told. */
export type PhoneMark = 'impossible' | 'countryUnknown';

export interface PlacedNumber {
  /** 8 to 15 digits, with country code unless the mark is `countryUnknown`. */
  digits: string;
  mark?: PhoneMark;
}

interface CallingCode {
  /** Of numbers without the code. Countries may share a code. */
  lengths: Set<number>;
  longest: number;
}

interface Home {
  country: CountryCode;
  code: string;
}

const homes = new Map<string, Home>();
/** By code. None is the beginning of another one. Parsing a number takes a hundred times as long. */
const callingCodes = new Map<string, CallingCode>();
for (const country of getCountries()) {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const code = getCountryCallingCode(country);
  const lengths = new Set(callingCodes.get(code)?.lengths);
  for (const length of metadata.numberingPlan?.possibleLengths() ?? []) lengths.add(length);
  homes.set(country, { country, code });
  callingCodes.set(code, { lengths, longest: Math.max(...lengths) });
}

const maxCodeLength = 3;

/** Whether the plan knows numbers of this length behind the country code. */
export function isPossibleNumber(digits: string): boolean {
  for (let length = 1; length <= maxCodeLength; length += 1) {
    const plan = callingCodes.get(digits.slice(0, length));
    if (plan?.lengths.has(digits.length - length)) return true;
  }
  // Codes without a country, such as 800, and a trunk prefix behind the code.
  return parsePhoneNumberFromString(`+${digits}`)?.isPossible() ?? false;
}

/** A number of the country's own, in the form with country code, which is too long for its short form. */
function isPublishedForm(digits: string, code: string): boolean {
  const plan = callingCodes.get(code);
  return (
    plan !== undefined &&
    digits.length > plan.longest &&
    digits.startsWith(code) &&
    plan.lengths.has(digits.length - code.length)
  );
}

/** A local number stays within the 15 digits of an international one. */
const isInUse = (number: PhoneNumber | undefined) =>
  number !== undefined && number.number.length <= 16 && number.isValid();

/**
 * Reads digits both ways. By length alone nearly every Brazilian number is also one of another country, so
 * the ranges that are in use decide, and the length only where neither reading is in use.
 */
function compareReadings(digits: string, { country, code }: Home): PlacedNumber {
  const international = parsePhoneNumberFromString(`+${digits}`);
  const isInternational = isInUse(international);
  // Some plans are so wide that they also have the published form as a local number.
  if (isInternational && international?.countryCallingCode === code) return { digits };

  const home = parsePhoneNumberFromString(digits, country);
  const isOther = home?.number !== (international?.number ?? `+${digits}`);
  const local = isOther && home?.countryCallingCode === code ? home : undefined;
  if (!isInternational && local && isInUse(local)) return { digits: local.number.slice(1) };

  const fitsLocally = isInternational ? isInUse(local) : local?.isPossible();
  return international?.isPossible() && !fitsLocally
    ? { digits }
    : { digits, mark: 'countryUnknown' };
}

/**
 * Finds the country of 8 to 15 digits.
 *
 * @param hasPrefix they were sent behind `+` or `00`, so they begin with a country code
 * @param country of the company, ISO 3166 alpha-2: its code is added to its local numbers
 */
export function placeNumber(
  digits: string,
  hasPrefix: boolean,
  country: string | undefined,
): PlacedNumber {
  if (hasPrefix) return isPossibleNumber(digits) ? { digits } : { digits, mark: 'impossible' };
  const home = homes.get(country ?? '');
  if (!home) {
    return isPossibleNumber(digits) ? { digits } : { digits, mark: 'countryUnknown' };
  }

  return isPublishedForm(digits, home.code) ? { digits } : compareReadings(digits, home);
}
