import { isDeepStrictEqual } from 'node:util';
import type { FieldIssue } from './describe-issues.ts';

/** Published spellings: the name we use, and the other one that is accepted. */
export const spellings: Readonly<Record<string, string>> = {
  campaignName: 'campaign_name',
  adName: 'ad_name',
  adsetName: 'adset_name',
  formId: 'form_id',
  externalLeadId: 'lead_id',
  pageId: 'page_id',
  pageName: 'page_name',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  customFields: 'custom_fields',
};
const plainNames = ['name', 'phones', 'segment', 'email', 'gclid', 'fbclid'];

const camelOf = new Map<string, string>([
  ...plainNames.map((name): [string, string] => [name, name]),
  ...Object.entries(spellings).flatMap(([camel, snake]): [string, string][] => [
    [camel, camel],
    [snake, camel],
  ]),
]);

export interface FoldedBody {
  /** Known fields under the names we use. */
  fields: Record<string, unknown>;
  /** For each of them the name it was sent under, so that errors name what the caller wrote. */
  sentAs: Map<string, string>;
  /** Both spellings were sent and say different things. */
  conflicts: FieldIssue[];
  /** Names of fields that nobody reads. */
  ignored: string[];
}

const isAbsent = (value: unknown) => value === null || value === undefined || value === '';

/** Reads a body's own fields under either spelling. Two spellings that agree are fine. */
export function foldSpellings(body: object): FoldedBody {
  const folded: FoldedBody = { fields: {}, sentAs: new Map(), conflicts: [], ignored: [] };

  for (const [sent, value] of Object.entries(body)) {
    const name = camelOf.get(sent);
    if (name === undefined) {
      folded.ignored.push(sent);
    } else if (isAbsent(folded.fields[name])) {
      folded.fields[name] = value;
      folded.sentAs.set(name, sent);
    } else if (!isAbsent(value) && !isDeepStrictEqual(value, folded.fields[name])) {
      folded.conflicts.push({
        path: `${name}, ${spellings[name]}`,
        message: 'have different values; send one of them',
        code: 'conflict',
      });
    }
  }
  return folded;
}
