/** Maximum numbers and lengths. No imports: forms in the browser use them too. */
export const apiKeysPerCompany = 1_000;
export const funnelsPerCompany = 1_000;
export const stepsPerFunnel = 30;
export const leadsPerPage = 50;
export const auditEntriesPerPage = 50;
export const sparklineDays = 14;
export const passwordLength = { shortest: 10, longest: 200 };
export const recoveryCodesPerUser = 10;
/** Of a search over all steps. */
export const searchResultsPerPage = 20;
/** Characters of a search text. */
export const searchTextLength = 200;
