'use client';

import { Check, Copy } from 'lucide-react';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAnnounce } from './announce.tsx';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';

/**
 * Puts text on the clipboard. `false` when the browser did not take it.
 * `navigator.clipboard` is missing on plain-http hosts, hence the old way after it.
 * `near` is where the helper element is put: inside an open dialog, or the focus trap fights for it.
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

/** Selects an element's text, so that Ctrl+C takes it. */
export function selectText(element: Element): void {
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
