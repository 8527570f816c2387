/** Names of the drafts of a lead, for `useDraft`. */
export const workDrafts = {
  note: (leadId: string) => `lead.${leadId}.note`,
  call: (leadId: string) => `lead.${leadId}.call`,
  followUp: (leadId: string) => `lead.${leadId}.followUp`,
};
