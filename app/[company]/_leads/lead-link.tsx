import type { ComponentProps, MouseEvent } from 'react';

interface LeadLinkProps extends Omit<ComponentProps<'a'>, 'onClick'> {
  href: string;
  onOpen: () => void;
}

/**
 * Opens a lead over the screen. Not Next's `Link`: the sheet opens without the router, and a
 * hundred of them are slow to hydrate.
 */
export function LeadLink({ href, onOpen, children, ...rest }: LeadLinkProps) {
  function open(event: MouseEvent) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isElsewhere || event.defaultPrevented) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <a href={href} {...rest} onClick={open}>
      {children}
    </a>
  );
}
