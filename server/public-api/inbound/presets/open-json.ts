import { isTooDeep, parseObject } from '../../read-json.ts';
import { PublicError } from '../../response.ts';

/** @returns `undefined` for a text that is no JSON object, and for one that is nested too deeply */
export function openJson(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;

  try {
    const value = parseObject(text);
    return isTooDeep(value) ? undefined : value;
  } catch (error) {
    if (error instanceof PublicError) return undefined;
    throw error;
  }
}
