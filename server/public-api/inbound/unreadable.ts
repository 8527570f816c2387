import { maxJsonDepth } from '../../limits.ts';

/** Why a body cannot be read, in words that follow "The body". */
export class Unreadable extends Error {}

export const tooDeep = () => new Unreadable(`is nested deeper than ${maxJsonDepth} levels`);
