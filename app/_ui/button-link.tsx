'use client';

import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonLook } from './button-look.ts';

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'className'> & ButtonLook;

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonLook({ variant, size, className })} />;
}
