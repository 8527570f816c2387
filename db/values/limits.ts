/** Maximum numbers and lengths. No imports: forms in the browser use them too. */
export const apiKeysPerCompany = 1_000;
export const addressesPerCompany = 1_000;
export const funnelsPerCompany = 1_000;
/** Networks that an inbound address may be limited to. */
export const networksPerAddress = 50;
/** Of the mapping of a key. */
export const rulesPerKey = 100;
/** Names and places in the path of a rule, and characters of a name. */
export const pathLength = 20;
export const pathNameLength = 200;
/** Of the versions of a mapping, the newest are listed. */
export const mappingVersionsShown = 20;
/** The last requests of a key by which its mapping is tried. */
export const triedRequests = 10;
/** Characters of a body that is pasted to be tried: as many as the body of a lead has bytes. */
export const pastedBodyMax = 65_536;
/** Names that are counted; those that came last stay. */
export const ignoredFieldsPerKey = 100;
export const stepsPerFunnel = 30;
/** Of a list: more than a screen shows, and few enough that a phone shows them at once. */
export const leadsPerPage = 25;
/** Of each section of To do, more are not counted. */
export const toDoCountMax = 100;
/** Of a column of a board. */
export const cardsPerPage = 50;
export const auditEntriesPerPage = 50;
export const sparklineDays = 14;
/** Of the days of a report: more take longer to count than a call may. */
export const reportLeadsMax = 400_000;
/** Of a report, which lists those with the most leads. */
export const reportSourcesMax = 500;
export const passwordLength = { shortest: 10, longest: 200 };
export const recoveryCodesPerUser = 10;
/** Possible duplicates of a lead that are counted and listed. */
export const duplicatesShown = 10;
/** Of a search over all steps. */
export const searchResultsPerPage = 20;
/** Characters of a search text. */
export const searchTextLength = 200;

/** Tests are then deleted. */
export const testRetentionDays = 7;
/** Requests of a key that its page lists one by one, and the days that it shows by hour. */
export const recentRequestsPerKey = 50;
export const activityDays = 7;

/** Of a lead, sent to the API or entered by hand. */
export const maxPhones = 20;
export const maxCustomFields = 50;
/** Characters of the name of a custom field. */
export const customFieldNameMax = 100;
/** A deleted lead can be restored for so long. */
export const deletedLeadRetentionDays = 30;
export const messageTemplatesPerCompany = 100;
export const messageTemplateNameMax = 60;
/** Characters of the text of a template, and of its subject. */
export const messageTextMax = 2_000;
export const messageSubjectMax = 150;
export const lostReasonsPerCompany = 30;
export const lostReasonMax = 60;
/** Of one bulk change. */
export const bulkLeadsMax = 1_000;
/** Leads that are chosen in a list at most. They are changed in parts of `bulkLeadsMax`. */
export const chosenLeadsMax = 100_000;
/** What lists, boards and their totals find is counted up to here. */
export const countedLeadsMax = 1_000;
export const savedViewsPerUser = 50;
export const savedViewNameMax = 60;

/** Of a `User-Agent`, as much as is stored. Next looks for names of crawlers in it, in time that grows with its square. */
export const maxUserAgentLength = 500;
