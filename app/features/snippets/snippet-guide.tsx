'use client';

import { ShieldAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { readFailure } from '#app/_trpc/failure.ts';
import { useOrigin } from '#app/_ui/address.ts';
import { Badge } from '#app/_ui/badge.tsx';
import { CodeBlock } from '#app/_ui/code-block.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { SkeletonOf } from '#app/_ui/skeleton.tsx';
import { createStored } from '#app/_ui/stored.ts';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import {
  makeSnippets,
  type Snippet,
  type SnippetId,
  type SnippetInput,
  snippetIds,
} from './snippets.ts';
import { FirstFunnel, isLimited, StepChooser, useSteps } from './step-chooser.tsx';

interface SnippetGuideProps {
  title: string;
  /** Limits the steps to those of the key. */
  apiKey: ApiKeyView;
  secret: string;
  /** Also called for a snippet, which contains the key. */
  onCopied: () => void;
}

/** A placeholder with the length of an id, for the skeleton. */
const anyStepId = '00000000-0000-0000-0000-000000000000';

/** Snippets with the secret of a new key, for a selectable step. Without any step, it offers to create a funnel. */
export function SnippetGuide({ title, apiKey, secret, onCopied }: SnippetGuideProps) {
  const section = useRef<HTMLElement>(null);
  const [funnelId, chooseFunnel] = useState<string>();
  const [stepId, chooseStep] = useState<string>();
  const steps = useSteps({ funnelId, stepId, apiKey });
  const { list, step } = steps;
  const input = { baseUrl: `${useOrigin()}/api`, stepId: step?.id ?? anyStepId, secret };
  const code = <SnippetTabs input={input} onCopied={onCopied} />;
  const failure = list.isError && !list.data ? readFailure(list.error).message : undefined;

  function none() {
    if (failure) return <p className="text-danger text-sm">{failure}</p>;
    if (isLimited(apiKey)) return <NoReachableStep />;

    return <FirstFunnel onCreated={() => section.current?.focus()} />;
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      className="outline-none grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="flex min-h-5.5 flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {step && (
          <Badge tone="warning" icon={<ShieldAlert aria-hidden />}>
            Contains your secret
          </Badge>
        )}
      </div>
      <StepChooser
        steps={steps}
        onFunnel={(id) => {
          chooseFunnel(id);
          chooseStep(undefined);
        }}
        onStep={chooseStep}
        none={none()}
      />
      {step ? code : list.isPending && <SkeletonOf>{code}</SkeletonOf>}
    </section>
  );
}

function NoReachableStep() {
  return (
    <p className="text-fg-muted">
      The funnels and steps that this key may use are archived. Restore one, or edit the key.
    </p>
  );
}

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
      tabs={snippets.map(({ id, label, settings }) => ({
        value: id,
        label,
        row: settings ? 'No code' : 'Code',
      }))}
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
