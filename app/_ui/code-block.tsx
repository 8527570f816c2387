'use client';

import { useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** The accessible name: "curl command". */
  label: string;
  copyLabel: string;
  /** Called after a copy with the button or manually. */
  onCopied?: () => void;
  /** Breaks long lines: of a text that was written by a program. */
  wraps?: boolean;
}

/** Code that scrolls inside its box, with shadows where there is more, and a copy button below. */
export function CodeBlock({ code, label, copyLabel, onCopied, wraps }: CodeBlockProps) {
  const source = useRef<HTMLPreElement>(null);

  return (
    <div className="grid min-w-0 gap-2">
      {/* Not a landmark: a page may hold many. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it needs keyboard focus
        tabIndex={0}
        aria-label={label}
        onCopy={onCopied}
        className="scroll-shadows max-h-80 overflow-auto rounded-sm border border-border p-3 text-left font-mono text-sm"
      >
        <pre
          ref={source}
          className={
            wraps ? 'whitespace-pre-wrap font-mono [overflow-wrap:anywhere]' : 'w-fit font-mono'
          }
        >
          {code}
        </pre>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton
          value={code}
          label={copyLabel}
          size="sm"
          source={source}
          {...(onCopied && { onCopied })}
        />
      </div>
    </div>
  );
}
