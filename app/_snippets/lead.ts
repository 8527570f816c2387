/** The lead that the code of every language sends. ASCII without `'` and `%`, so that no shell changes it. */
export const body = '{"name": "Ada Lovelace", "phones": ["+44 20 7946 0958"]}';

export interface SnippetInput {
  /** With scheme and `/api`. */
  baseUrl: string;
  stepId: string;
  /** Absent: the code reads it from `LEADGATE_KEY`, and a form shows a placeholder. */
  secret?: string | undefined;
}

export const urlOf = ({ baseUrl, stepId }: SnippetInput) => `${baseUrl}/leads/public/${stepId}`;
