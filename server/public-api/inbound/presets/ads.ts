import { type Answer, answersIn, flatBody } from './answers.ts';
import type { Asked } from './question.ts';
import {
  at,
  type Fields,
  fieldsAt,
  isFields,
  itemsAt,
  nothing,
  people,
  type ReadTool,
  textAt,
} from './submitted.ts';

/** Lead forms of advertisements. */

/** https://developers.google.com/google-ads/webhook/docs/implementation */
const googleColumns = new Map<unknown, Asked>([
  ['FULL_NAME', 'name'],
  ['FIRST_NAME', 'firstName'],
  ['LAST_NAME', 'lastName'],
  ['EMAIL', 'email'],
  ['USER_EMAIL', 'email'],
  ['WORK_EMAIL', 'email'],
  ['PHONE_NUMBER', 'phones'],
  ['USER_PHONE', 'phones'],
  ['WORK_PHONE', 'phones'],
]);

function googleAnswer(column: Fields): Answer {
  const id = textAt(column, 'column_id') ?? '';
  return {
    label: textAt(column, 'column_name') ?? id,
    hint: id,
    value: column.string_value,
    kind: googleColumns.get(id),
  };
}

/** Its IDs of campaign, ad group and ad stay: Google sends no names of them. */
export const readGoogleAds: ReadTool = (body) => {
  if (!Array.isArray(at(body, 'user_column_data'))) return undefined;

  const known = {
    externalLeadId: at(body, 'lead_id'),
    formId: at(body, 'form_id'),
    gclid: at(body, 'gcl_id'),
    is_test: at(body, 'is_test'),
  };
  const ids = ['campaign_id', 'adgroup_id', 'creative_id', 'asset_group_id'].map((label) => ({
    label,
    value: at(body, label),
  }));
  const columns = itemsAt(body, 'user_column_data').map(googleAnswer);
  return people([flatBody(known, [...columns, ...ids])]);
};

/** The answers of a lead of Meta: a list of names with values, or an object of them. */
function metaAnswers(body: object): Answer[] {
  const data = at(body, 'field_data');
  if (isFields(data)) return answersIn(data);

  return itemsAt(body, 'field_data').map((field) => {
    const values = field.values ?? field.value;
    const value = Array.isArray(values) && values.length === 1 ? values[0] : values;
    return { label: textAt(field, 'name') ?? '', value };
  });
}

const readMetaFields: ReadTool = (body) => {
  if (!(at(body, 'field_data') instanceof Object)) return undefined;

  const known = {
    externalLeadId: at(body, 'id') ?? at(body, 'leadgen_id'),
    formId: at(body, 'form_id'),
    campaignName: at(body, 'campaign_name'),
    adName: at(body, 'ad_name'),
    adsetName: at(body, 'adset_name'),
    pageId: at(body, 'page_id'),
    platform: at(body, 'platform'),
    isOrganic: at(body, 'is_organic'),
  };
  const ids = ['campaign_id', 'adset_id', 'ad_id'].map((label) => ({
    label,
    value: at(body, label),
  }));
  return people([flatBody(known, [...metaAnswers(body), ...ids])]);
};

/** The webhook of a page has IDs alone, of which the Graph API gives the fields. */
export const readMetaLead: ReadTool = (body) => {
  const isWebhook = at(body, 'object') === 'page' && Array.isArray(at(body, 'entry'));
  const value = fieldsAt(body, 'entry', 0, 'changes', 0, 'value');
  return isWebhook && !('field_data' in value)
    ? nothing('has the ID of a lead alone, without its fields')
    : readMetaFields(body);
};
