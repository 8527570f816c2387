'use client';

import { ShieldAlert } from 'lucide-react';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { Badge } from '../../../_ui/badge.tsx';
import { CodeBlock } from '../../../_ui/code-block.tsx';
import { SkeletonOf } from '../../../_ui/skeleton.tsx';
import { curlSnippet } from './snippets.ts';
import { StepChooser } from './step-chooser.tsx';
import { useOrigin } from './use-origin.ts';
import { useStepChoice } from './use-step-choice.ts';

/** As long as each of them, for the skeleton. */
const anyStepId = '00000000-0000-0000-0000-000000000000';

interface SecretSnippetsProps {
  apiKey: ApiKeyView;
  secret: string;
  /** A snippet holds the key, so who copies it has the key. */
  onTaken: () => void;
}

export function SecretSnippets({ apiKey, secret, onTaken }: SecretSnippetsProps) {
  const choice = useStepChoice(apiKey);
  const baseUrl = `${useOrigin()}/api`;
  const snippet = curlSnippet({ baseUrl, stepId: choice.stepId ?? anyStepId, secret });
  const code = (
    <CodeBlock code={snippet} label="curl command" copyLabel="Copy curl" onCopied={onTaken} />
  );

  return (
    <section aria-labelledby="try-it" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="try-it" className="font-semibold">
          Try it
        </h3>
        <Badge tone="warning" icon={<ShieldAlert aria-hidden />}>
          Contains your secret
        </Badge>
      </div>
      <StepChooser choice={choice} />
      {choice.stepId ? code : choice.pending && <SkeletonOf>{code}</SkeletonOf>}
    </section>
  );
}
