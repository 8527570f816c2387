'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import Link from 'next/link';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cn } from './cn.ts';

/** How the menu was asked for: by a press, or by a key that also says where to begin. */
export type Asked = 'press' | 'ArrowDown' | 'ArrowUp';

export interface MenuProps {
  /** The button that opens it; it needs a name and takes a ref. */
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string | undefined;
}

/** Where the menu is drawn: in the dialog or landmark of its trigger, else with the content. */
function homeOf(trigger: Element | null): HTMLElement {
  const around = '[role="dialog"], [role="alertdialog"], main, header';

  return trigger?.closest<HTMLElement>(around) ?? document.querySelector('main') ?? document.body;
}

/** Asks the real trigger once for what its forerunner was asked for. */
function useReplay(asked: Asked) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const replayed = useRef(false);

  useEffect(() => {
    const trigger = triggerRef.current;
    if (replayed.current || !trigger) return;
    replayed.current = true;
    trigger.focus({ preventScroll: true });
    if (asked === 'press') trigger.click();
    else trigger.dispatchEvent(new KeyboardEvent('keydown', { key: asked, bubbles: true }));
  }, [asked]);

  return triggerRef;
}

export function OpenedMenu({
  asked,
  trigger,
  children,
  align = 'end',
  side = 'bottom',
  className,
}: MenuProps & { asked: Asked }) {
  const triggerRef = useReplay(asked);
  const [open, setOpen] = useState(false);
  const [home, setHome] = useState<HTMLElement>();

  function change(next: boolean) {
    if (next) setHome(homeOf(triggerRef.current));
    setOpen(next);
  }
  /* Base UI's own guards for this are hidden in globals.css: assistive technology meets them. */
  function leaveByTab(event: KeyboardEvent) {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    setOpen(false);
  }

  return (
    <Base.Root modal={false} open={open} onOpenChange={change}>
      <Base.Trigger ref={triggerRef} render={trigger} />
      <Base.Portal container={home}>
        <Base.Positioner align={align} side={side} sideOffset={6} className="z-50 outline-none">
          <Base.Popup
            onKeyDown={leaveByTab}
            className={cn(
              'max-h-[var(--available-height)] fallback:min-w-44 max-w-80 overflow-y-auto rounded-md bg-surface p-1 shadow-float outline-none transition-opacity duration-120 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemLook =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-surface-2 coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

export interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  onSelect?: () => void;
  /** Makes it a link. */
  href?: string | undefined;
  tone?: 'neutral' | 'danger';
  disabled?: boolean;
}

export function MenuItem({ children, icon, onSelect, href, tone, disabled }: MenuItemProps) {
  const className = cn(itemLook, tone === 'danger' && 'text-danger');

  if (href !== undefined) {
    return (
      <Base.LinkItem className={className} closeOnClick render={<Link href={href} />}>
        {icon}
        {children}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item className={className} disabled={disabled} onClick={() => onSelect?.()}>
      {icon}
      {children}
    </Base.Item>
  );
}

export interface MenuRadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[];
}

export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 font-medium text-fg-subtle text-xs">
        {props.label}
      </Base.GroupLabel>
      <Base.RadioGroup value={props.value} onValueChange={props.onValueChange}>
        {props.options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={itemLook} closeOnClick>
            {option.icon}
            <span className="min-w-0 grow truncate">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden className="text-primary-text" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export interface MenuGroupProps {
  label: ReactNode;
  children: ReactNode;
}

/** Parts of a menu under a heading that is read with each of them. */
export function MenuGroup({ label, children }: MenuGroupProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 py-1.5">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-border" />;
}
