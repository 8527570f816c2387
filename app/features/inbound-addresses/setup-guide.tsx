import { CodeBlock } from '#app/_ui/code-block.tsx';
import { OutsideLink } from '#app/_ui/outside-link.tsx';
import { type PresetName, presetPage } from '#db/values/inbound-addresses.ts';
import { formFields, formSnippet, setupSteps } from './setup-steps.ts';

interface SetupGuideProps {
  preset: PresetName;
  /** Absent while it is masked. */
  url: string | undefined;
}

/** In the colours of the panel. */
const preview = `<meta name="color-scheme" content="light dark">${formFields}`;

/** What to do in the tool, so that it sends to the address. */
export function SetupGuide({ preset, url }: SetupGuideProps) {
  const { steps, note } = setupSteps[preset];

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      {steps.length > 0 && (
        <ol className="grid list-outside list-decimal gap-1.5 pl-5 marker:text-fg-muted [overflow-wrap:anywhere]">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {preset === 'htmlForm' && url && (
        <>
          <CodeBlock code={formSnippet(url)} label="HTML form" copyLabel="Copy form" />
          <figure className="grid gap-1.5">
            <figcaption className="font-medium text-sm">Preview</figcaption>
            <iframe
              title="Preview of the form"
              sandbox=""
              srcDoc={preview}
              className="h-80 w-full rounded-md border border-border"
            />
          </figure>
        </>
      )}
      {preset === 'htmlForm' && !url && (
        <p className="text-fg-muted">The form is here once the address is shown.</p>
      )}
      {note && <p className="text-fg-muted text-sm">{note}</p>}
      <p>
        <OutsideLink href={`/docs/${presetPage(preset)}`}>
          Example, retries and common problems
        </OutsideLink>
      </p>
    </div>
  );
}
