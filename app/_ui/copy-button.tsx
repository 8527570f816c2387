'use client';

import { Check, Copy } from 'lucide-react';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAnnounce } from './announce.tsx';
import { Button, type ButtonSize, type ButtonVariant, IconButton } from './button.tsx';
import { cn } from './cn.ts';

/**
 * Copies text to the clipboard; `false` on failure. `navigator.clipboard` is missing on http hosts,
 * hence the fallback. Its helper element is placed in the dialog around `near`, inside the focus trap.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyBySelection(text, near);
    }
  }
  return copyBySelection(text, near);
}

function copyBySelection(text: string, near: Element): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  area.className = 'fixed top-0 left-0 size-px opacity-0';
  const host = near.closest('[role="dialog"], [role="alertdialog"]') ?? document.body;
  host.append(area);
  area.select();

  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Selects an element's text for Ctrl+C. */
function selectText(element: Element): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.focus();
    element.select();
    return;
  }
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

const shownFor = 2_000;

interface CopyButtonProps {
  value: string;
  /** A verb with its object: "Copy key". */
  label: string;
  copiedLabel?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows the icon only, with the label as name and tooltip. */
  iconOnly?: boolean;
  testId?: string | undefined;
  className?: string | undefined;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  /** The element to select when copying fails. Without it the value is shown in a field. */
  source?: RefObject<HTMLElement | null>;
  /** Called after a successful copy. */
  onCopied?: () => void;
}

type Outcome = 'idle' | 'copied' | 'failed';

export function CopyButton(props: CopyButtonProps) {
  const { value, label, copiedLabel = 'Copied', variant = 'secondary', size = 'md' } = props;
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useAnnounce();

  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(event: MouseEvent<HTMLButtonElement>) {
    const copied = await copyText(value, event.currentTarget);
    clearTimeout(timer.current);
    if (!copied) {
      setOutcome('failed');
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
      {outcome === 'failed' && <CopyByHand value={value} shown={props.source !== undefined} />}
    </>
  );
}

function CopyByHand({ value, shown }: { value: string; shown: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 text-sm text-warning">
      {!shown && (
        <input
          readOnly
          // biome-ignore lint/a11y/noAutofocus: the user has just requested this text
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
