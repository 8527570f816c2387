/**
 * The fields of a lead that are sent or entered: the one list of them. The rules of the API and its
 * document, search, filters, export and the panel are made from it, and each field has a column of its
 * name in db/schema/leads.ts. Sent to the browser.
 */

interface LeadField {
  /**
   * `name`, `phones` and `customFields` are read by rules of their own, as is the email address; all
   * others are texts.
   *
   * What a person says: `text` and `longText`. It belongs to the natural key of a request.
   *
   * Where a lead comes from: `tracking` and `clickId`, an opaque text, `identifier`, which may be a
   * number, and `flag`, which is `true` or `false`.
   */
  kind:
    | 'name'
    | 'phones'
    | 'text'
    | 'longText'
    | 'customFields'
    | 'tracking'
    | 'clickId'
    | 'identifier'
    | 'flag';
  /** In the panel. */
  label: string;
  /** The column of an export, where that is not the label. Published. */
  header?: string;
  /**
   * Other names that the API takes, beginning with the published one: of several that are sent, the
   * first in this order wins. Case, blanks, dashes and underscores do not matter
   * (server/public-api/lead-names.ts).
   */
  aliases?: readonly string[];
  /** In the OpenAPI document, which adds the published name. */
  description?: string;
  /** Characters that are stored of a text. All that say where a lead comes from have `trackingLimit`. */
  limit?: number;
  /** Stored in `contacts` too, and shown in lists. */
  isContact?: true;
  /** A search finds the lead by the words of the text. By phones it always does. */
  isSearched?: true;
  /** Members enter and edit it. */
  isEdited?: true;
  /** Lists are filtered by the values that leads have. */
  filter?: {
    /** In the address of lists, which saved views have too. */
    param: string;
    /** In the queries of the panel. */
    key: string;
    /** Marks the values in the search index, which is stored: a letter that no other filter has. */
    mark: string;
  };
}

export const trackingLimit = 500;

/** In the order of the document, of attribution in the panel and of the columns of an export. */
export const leadFields = {
  name: {
    kind: 'name',
    label: 'Name',
    aliases: ['nome', 'nombre', 'nom'],
    description: 'Name of the lead',
    limit: 200,
    isContact: true,
    isSearched: true,
    isEdited: true,
  },
  phones: {
    kind: 'phones',
    label: 'Phones',
    aliases: [
      'phone',
      'phoneNumber',
      'phone_number',
      'mobile',
      'mobilePhone',
      'tel',
      'telephone',
      'cellphone',
      'whatsapp',
      'celular',
      'telefone',
      'telefono',
    ],
    isContact: true,
    isEdited: true,
  },
  segment: {
    kind: 'text',
    label: 'Segment',
    description: 'Free-text label, echoed in the answer',
    limit: 200,
  },
  campaignName: {
    kind: 'tracking',
    label: 'Campaign',
    aliases: ['campaign_name'],
    description: 'Campaign',
    isSearched: true,
    filter: { param: 'campaign', key: 'campaigns', mark: 'c' },
  },
  adName: { kind: 'tracking', label: 'Ad', aliases: ['ad_name'], description: 'Ad' },
  adsetName: {
    kind: 'tracking',
    label: 'Ad set',
    aliases: ['adset_name'],
    description: 'Ad set',
  },
  formId: {
    kind: 'identifier',
    label: 'Form ID',
    aliases: ['form_id'],
    description: 'Lead form',
  },
  externalLeadId: {
    kind: 'identifier',
    label: 'External lead ID',
    header: 'External ID',
    aliases: ['lead_id'],
    description: 'Id of the lead where it comes from',
  },
  pageId: { kind: 'identifier', label: 'Page ID', aliases: ['page_id'], description: 'Page' },
  pageName: {
    kind: 'tracking',
    label: 'Page',
    aliases: ['page_name'],
    description: 'Name of the page',
  },
  email: {
    kind: 'text',
    label: 'Email',
    aliases: ['emailAddress', 'mail', 'correo', 'courriel'],
    description: 'One email address',
    limit: 320,
    isContact: true,
    isSearched: true,
    isEdited: true,
  },
  message: {
    kind: 'longText',
    label: 'Message',
    aliases: ['notes', 'comments', 'mensagem', 'mensaje'],
    description: 'What the person wrote',
    limit: 10_000,
    isEdited: true,
  },
  utmSource: { kind: 'tracking', label: 'UTM source', aliases: ['utm_source'] },
  utmMedium: { kind: 'tracking', label: 'UTM medium', aliases: ['utm_medium'] },
  utmCampaign: { kind: 'tracking', label: 'UTM campaign', aliases: ['utm_campaign'] },
  utmTerm: { kind: 'tracking', label: 'UTM term', aliases: ['utm_term'] },
  utmContent: { kind: 'tracking', label: 'UTM content', aliases: ['utm_content'] },
  gclid: {
    kind: 'clickId',
    label: 'Google click ID',
    header: 'gclid',
    aliases: ['gcl_id'],
    description: 'Google click identifier',
  },
  gbraid: {
    kind: 'clickId',
    label: 'Google app click ID',
    header: 'gbraid',
    description: 'Google click identifier, from an app',
  },
  wbraid: {
    kind: 'clickId',
    label: 'Google web click ID',
    header: 'wbraid',
    description: 'Google click identifier, from the web',
  },
  fbclid: {
    kind: 'clickId',
    label: 'Facebook click ID',
    header: 'fbclid',
    description: 'Facebook click identifier',
  },
  msclkid: {
    kind: 'clickId',
    label: 'Microsoft click ID',
    header: 'msclkid',
    description: 'Microsoft click identifier',
  },
  ttclid: {
    kind: 'clickId',
    label: 'TikTok click ID',
    header: 'ttclid',
    description: 'TikTok click identifier',
  },
  liFatId: {
    kind: 'clickId',
    label: 'LinkedIn click ID',
    header: 'li_fat_id',
    aliases: ['li_fat_id'],
    description: 'LinkedIn click identifier',
  },
  platform: {
    kind: 'tracking',
    label: 'Platform',
    description: 'Of a lead from Meta: `fb` or `ig`',
  },
  isOrganic: {
    kind: 'flag',
    label: 'Organic',
    aliases: ['is_organic'],
    description: 'Of a lead from Meta: `true` when no ad led to it',
  },
  customFields: {
    kind: 'customFields',
    label: 'Custom fields',
    aliases: ['custom_fields'],
    isEdited: true,
  },
} as const satisfies Record<string, LeadField>;

/** What an absent name is made of: the full name, or else first and last name. Not stored. */
export const nameParts = ['fullName', 'firstName', 'lastName'] as const;
export type NamePart = (typeof nameParts)[number];

type Fields = typeof leadFields;
export type FieldName = keyof Fields;
export type FieldKind = LeadField['kind'];
export type KindOf<Name extends FieldName> = Fields[Name]['kind'];

/** A field with all that a field may have. */
export const fieldOf = (name: FieldName): LeadField => leadFields[name];

/** Guarantee of the cast: an object literal has no other keys than its type names. */
export const allFields = Object.keys(leadFields) as FieldName[];

/** A value for each name. Guarantee of the cast: that is what it makes. */
export const eachOf = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

/** Fields that have all of the properties. */
type FieldWith<Properties> = {
  [Name in FieldName]: Fields[Name] extends Properties ? Name : never;
}[FieldName];

/** Guarantee of the guard: `Kind` is one of the kinds. */
const ofKinds = <Kind extends FieldKind>(...kinds: readonly Kind[]) =>
  allFields.filter((name): name is FieldWith<{ kind: Kind }> =>
    kinds.some((kind) => kind === fieldOf(name).kind),
  );

/** What says where a lead comes from. */
export const attributionFields = ofKinds('tracking', 'clickId', 'identifier', 'flag');
export type AttributionField = (typeof attributionFields)[number];

/** What a person says beside name and phones. */
export const saidFields = ofKinds('text', 'longText', 'customFields');

export type TextField = FieldWith<{ kind: 'text' | 'longText' }>;
/** Fields that are texts and nothing else. */
export const textFields = [...ofKinds('text', 'longText'), ...attributionFields];
type ContactField = FieldWith<{ isContact: true }>;
/** Texts of a person that only the lead itself shows. */
export const detailFields = ofKinds('text', 'longText').filter(
  (name): name is Exclude<TextField, ContactField> => !fieldOf(name).isContact,
);

export type EditedField = FieldWith<{ isEdited: true }>;
export const editedFields = allFields.filter(
  (name): name is EditedField => fieldOf(name).isEdited === true,
);
export const editedTexts = ofKinds('text', 'longText').filter(
  (name): name is TextField & EditedField => fieldOf(name).isEdited === true,
);
export type EditedText = (typeof editedTexts)[number];

/**
 * Those of the person first, as the words of stored leads were made: of a long text the last words are
 * not stored.
 */
export const searchedFields = [...ofKinds('name', 'text', 'longText'), ...attributionFields].filter(
  (name): name is FieldWith<{ isSearched: true }> => fieldOf(name).isSearched === true,
);
export type SearchedField = (typeof searchedFields)[number];

export type FilteredField = FieldWith<{ filter: object }>;
/** Guarantee of the guard: only these have a filter. */
const filteredFields = allFields.filter(
  (name): name is FilteredField => 'filter' in leadFields[name],
);
/** What lists are filtered by of what was sent. */
export const fieldFilters = filteredFields.map((name) => ({
  name,
  label: leadFields[name].label,
  ...leadFields[name].filter,
}));
export type FilterParam = Fields[FilteredField]['filter']['param'];
export type FilterKey = Fields[FilteredField]['filter']['key'];

/** A value for the key of each filter. Guarantee of the cast: as in `eachOf`. */
export const eachFilterKey = <Value>(make: (filter: (typeof fieldFilters)[number]) => Value) =>
  Object.fromEntries(fieldFilters.map((filter) => [filter.key, make(filter)])) as Record<
    FilterKey,
    Value
  >;

/** The texts that the search index has words or terms of. */
export const indexedFields = [
  ...new Set([...searchedFields, ...fieldFilters.map(({ name }) => name)]),
];
