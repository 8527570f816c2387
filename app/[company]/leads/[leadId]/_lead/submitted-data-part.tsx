import { CodeBlock } from '#app/_ui/code-block.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { submittedData } from './submitted-data.ts';

/** The raw request, as far as it was read. */
export function SubmittedData({ lead }: { lead: LeadDetail }) {
  return (
    <details className="group mt-3">
      <summary className="cursor-pointer rounded-sm py-1 text-primary-text">Submitted data</summary>
      <div className="mt-2">
        <CodeBlock
          code={JSON.stringify(submittedData(lead), null, 2)}
          label="Submitted data"
          copyLabel="Copy JSON"
        />
      </div>
    </details>
  );
}
