'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { cn } from './cn.ts';
import { LinkPending } from './link-pending.tsx';

interface MenuProps {
  /**
   * The button that opens it; it needs a name and takes a ref. With `aria-disabled` it keeps the focus
   * and opens nothing.
   */
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string | undefined;
  onOpenChange?: (open: boolean) => void;
}

/** The element to render the menu in: the dialog or landmark of its trigger, else `main`. */
function containerOf(trigger: Element | null): HTMLElement {
  const around = '[role="dialog"], [role="alertdialog"], main, header';

  return trigger?.closest<HTMLElement>(around) ?? document.querySelector('main') ?? document.body;
}

const popupClasses =
  'max-h-[var(--available-height)] fallback:min-w-44 max-w-80 overflow-y-auto rounded-md bg-surface p-1 shadow-float outline-none transition-opacity duration-120 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0';

/** globals.css hides Base UI's focus guards for this, because screen readers announce them. */
const closeOnTab = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Tab') return;
  event.preventDefault();
  close();
};

/** A button with a menu, which renders its items while it is open. */
export function Menu(props: MenuProps) {
  const { trigger, children, align = 'end', side = 'bottom', className, onOpenChange } = props;
  const button = useRef<HTMLButtonElement>(null);
  const pathname = usePathname();
  /** A menu stays open after a click on a link, and shows there that the page is loading. */
  const [openOn, setOpenOn] = useState<string>();
  const [container, setContainer] = useState<HTMLElement>();

  function change(open: boolean) {
    if (open && trigger.props['aria-disabled']) return;
    if (open) setContainer(containerOf(button.current));
    setOpenOn(open ? pathname : undefined);
    onOpenChange?.(open);
  }

  return (
    <Base.Root modal={false} open={openOn === pathname} onOpenChange={change}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner align={align} side={side} sideOffset={6} className="z-50 outline-none">
          <Base.Popup
            onKeyDown={closeOnTab(() => change(false))}
            className={cn(popupClasses, className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface AnchoredMenuProps {
  /** The element beside which it is open. */
  anchor: HTMLElement;
  /** The element that gets the focus when it closes. */
  finalFocus: () => HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
}

/** An open menu without a button of its own, for one of many elements that share it. */
export function AnchoredMenu({ anchor, finalFocus, onClose, children }: AnchoredMenuProps) {
  /* Without a trigger, Base UI gives the focus to the popup. */
  function focusFirst({ target, currentTarget }: FocusEvent) {
    if (target !== currentTarget) return;
    const item = '[aria-checked="true"], [role^="menuitem"]';
    currentTarget.querySelector<HTMLElement>(item)?.focus();
  }

  return (
    <Base.Root modal={false} open onOpenChange={(open) => open || onClose()}>
      <Base.Portal container={containerOf(anchor)}>
        <Base.Positioner anchor={anchor} align="end" sideOffset={6} className="z-50 outline-none">
          <Base.Popup
            finalFocus={finalFocus}
            onFocus={focusFirst}
            onKeyDown={closeOnTab(onClose)}
            className={popupClasses}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemClasses =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-surface-2 coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  onSelect?: () => void;
  /** Makes it a link. */
  href?: string | undefined;
  tone?: 'neutral' | 'danger';
  disabled?: boolean;
  /** The menu stays open, to show the result. */
  staysOpen?: boolean;
}

export function MenuItem(props: MenuItemProps) {
  const { children, icon, onSelect, href, tone, disabled, staysOpen = false } = props;
  const className = cn(itemClasses, tone === 'danger' && 'text-danger');
  const pathname = usePathname();

  if (href !== undefined) {
    return (
      <Base.LinkItem
        className={className}
        closeOnClick={href === pathname}
        render={<Link href={href} />}
      >
        <LinkPending>{icon}</LinkPending>
        {children}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item
      className={className}
      disabled={disabled}
      closeOnClick={!staysOpen}
      onClick={() => onSelect?.()}
    >
      {icon}
      {children}
    </Base.Item>
  );
}

/** A menu item that leads to another site or program. */
export const MenuLink = (props: Omit<ComponentProps<typeof Base.LinkItem>, 'className'>) => (
  <Base.LinkItem closeOnClick {...props} className={itemClasses} />
);

interface MenuRadioGroupProps<Value extends string> {
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
          <Base.RadioItem
            key={option.value}
            value={option.value}
            className={itemClasses}
            closeOnClick
          >
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

interface MenuCheckboxGroupProps {
  label: string;
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
  options: readonly { value: string; label: ReactNode; icon?: ReactNode }[];
}

/** Several may be chosen while the menu stays open. */
export function MenuCheckboxGroup({
  label,
  values,
  onValuesChange,
  options,
}: MenuCheckboxGroupProps) {
  const toggled = (value: string, isOn: boolean) =>
    isOn ? [...values, value] : values.filter((each) => each !== value);

  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 font-medium text-fg-subtle text-xs">
        {label}
      </Base.GroupLabel>
      {options.map((option) => (
        <Base.CheckboxItem
          key={option.value}
          checked={values.includes(option.value)}
          onCheckedChange={(isOn) => onValuesChange(toggled(option.value, isOn))}
          className={itemClasses}
        >
          {option.icon}
          <span className="min-w-0 grow truncate">{option.label}</span>
          <Base.CheckboxItemIndicator>
            <Check aria-hidden className="text-primary-text" />
          </Base.CheckboxItemIndicator>
        </Base.CheckboxItem>
      ))}
    </Base.Group>
  );
}

interface SubmenuProps {
  label: ReactNode;
  children: ReactNode;
}

/** An item that opens another menu beside it. */
export function Submenu({ label, children }: SubmenuProps) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={itemClasses}>
        <span className="min-w-0 grow truncate">{label}</span>
        <ChevronRight aria-hidden className="text-fg-subtle" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={-4} alignOffset={-4} className="z-50 outline-none">
          <Base.Popup className={popupClasses}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

interface MenuGroupProps {
  label: ReactNode;
  children: ReactNode;
}

/** Menu items under a heading that names their group. */
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
