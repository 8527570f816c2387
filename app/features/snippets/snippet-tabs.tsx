'use client';

import { CodeBlock } from '#app/_ui/code-block.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { createStored } from '#app/_ui/stored.ts';
import {
  makeSnippets,
  type Snippet,
  type SnippetId,
  type SnippetInput,
  snippetIds,
} from './snippets.ts';

/** The last chosen tab of this browser. */
const useChosenSnippet = createStored<{ id: SnippetId }>(
  'leadgate.snippet',
  { id: 'curl' },
  (stored: { id?: unknown }) => ({ id: snippetIds.find((id) => id === stored.id) ?? 'curl' }),
);

const holdsSecret = (text: string, { secret }: SnippetInput) =>
  secret !== undefined && text.includes(secret);

interface SnippetTabsProps {
  input: SnippetInput;
  /** Called after a copy that contains the secret. */
  onCopied?: () => void;
}

/** How to create a lead in one step, in a tab for each tool and language. */
export function SnippetTabs({ input, onCopied }: SnippetTabsProps) {
  const [chosen, choose] = useChosenSnippet();
  const snippets = makeSnippets(input);
  const snippet = snippets.find(({ id }) => id === chosen.id);
  if (!snippet) return null;

  return (
    <FilterTabs
      label="Tool or language"
      value={snippet.id}
      onValueChange={(id) => choose({ id })}
      tabs={snippets.map(({ id, label }) => ({ value: id, label }))}
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-fg-muted text-sm">{snippet.hint}</p>
        {snippet.code && (
          <CodeBlock
            code={snippet.code.text}
            label={snippet.code.title}
            copyLabel={`Copy ${snippet.label}`}
            {...(onCopied && holdsSecret(snippet.code.text, input) && { onCopied })}
          />
        )}
        {snippet.settings && <Settings snippet={snippet} input={input} onCopied={onCopied} />}
      </div>
    </FilterTabs>
  );
}

interface SettingsProps {
  snippet: Snippet;
  input: SnippetInput;
  onCopied: (() => void) | undefined;
}

/** Values for a form, numbered in the order of its fields. */
function Settings({ snippet, input, onCopied }: SettingsProps) {
  return (
    <ol
      aria-label={`${snippet.label} settings`}
      onCopy={onCopied}
      className="list-inside list-decimal divide-y divide-border rounded-sm border border-border bg-bg px-3"
    >
      {snippet.settings?.map(({ field, value, trigger }) => (
        <li key={field} className="py-1.5 text-sm marker:text-fg-muted">
          <span className="text-fg-muted">{field}</span>
          <span className="flex items-center gap-1">
            <span className="min-w-0 grow">
              {value && <code className="font-mono [overflow-wrap:anywhere]">{value}</code>}
              {value && trigger && ' '}
              {trigger && <em>{trigger}, from your trigger</em>}
            </span>
            {value && (
              <CopyButton
                value={value}
                label={`Copy ${field}`}
                iconOnly
                size="sm"
                variant="ghost"
                {...(onCopied && holdsSecret(value, input) && { onCopied })}
              />
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
