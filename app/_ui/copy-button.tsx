'use client';

import { Check, Copy } from 'lucide-react';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAnnounce } from './announce.tsx';
import { Button } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './button-look.ts';
import { cn } from './cn.ts';
import { copyText, selectText } from './copy.ts';
import { IconButton } from './icon-button.tsx';

const shownFor = 2_000;

interface CopyButtonProps {
  value: string;
  /** The verb with its object: "Copy key". */
  label: string;
  copiedLabel?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Only the icon; the label becomes its name and tooltip. */
  iconOnly?: boolean;
  testId?: string | undefined;
  className?: string | undefined;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  /** What to select when the clipboard refuses. Without it the value is shown, selected. */
  source?: RefObject<HTMLElement | null>;
  /** Only after the clipboard has taken the value. */
  onCopied?: () => void;
}

type Outcome = 'idle' | 'copied' | 'refused';

export function CopyButton(props: CopyButtonProps) {
  const { value, label, copiedLabel = 'Copied', variant = 'secondary', size = 'md' } = props;
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useAnnounce();

  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(event: MouseEvent<HTMLButtonElement>) {
    const taken = await copyText(value, event.currentTarget);
    clearTimeout(timer.current);
    if (!taken) {
      setOutcome('refused');
      announce('Not copied. The text is selected: press Ctrl+C.');
      if (props.source?.current) selectText(props.source.current);
      return;
    }

    setOutcome('copied');
    announce(copiedLabel);
    timer.current = setTimeout(() => setOutcome('idle'), shownFor);
    props.onCopied?.();
  }

  const icon = outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />;
  const shared = {
    ref: props.buttonRef,
    variant,
    size,
    className: cn(outcome === 'copied' && variant !== 'primary' && 'text-success', props.className),
    onClick: copy,
    'data-testid': props.testId,
    'data-copied': outcome === 'copied' || undefined,
  };

  return (
    <>
      {props.iconOnly ? (
        <IconButton {...shared} label={label}>
          {icon}
        </IconButton>
      ) : (
        <Button {...shared}>
          {icon}
          {outcome === 'copied' ? copiedLabel : label}
        </Button>
      )}
      {outcome === 'refused' && <Refused value={value} shown={props.source !== undefined} />}
    </>
  );
}

function Refused({ value, shown }: { value: string; shown: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 text-sm text-warning">
      {!shown && (
        <input
          readOnly
          // biome-ignore lint/a11y/noAutofocus: the person asked for this text a moment ago
          autoFocus
          aria-label="Text to copy"
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="h-control-sm rounded-sm border border-border-strong bg-surface px-2 font-mono text-fg"
        />
      )}
      Press Ctrl+C
    </span>
  );
}
