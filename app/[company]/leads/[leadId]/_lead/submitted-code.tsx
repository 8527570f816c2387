import { CodeBlock } from '#app/_ui/code-block.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { submittedData } from './submitted-data.ts';

export function SubmittedCode({ lead }: { lead: LeadDetail }) {
  return (
    <CodeBlock
      code={JSON.stringify(submittedData(lead), null, 2)}
      label="Submitted data"
      copyLabel="Copy JSON"
    />
  );
}
