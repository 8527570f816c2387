'use client';

import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import { cn } from './cn.ts';

type PopupProps = ComponentProps<typeof Base.Popup>;

const backdrop =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0';
/* Aligned at the top, so that the dialog grows downwards and buttons above keep their place. */
const viewport =
  'fixed inset-0 z-40 flex items-end justify-center sm:items-start sm:px-4 sm:pt-[12vh] sm:pb-8';
const popup =
  'flex max-h-[calc(100dvh-24px)] w-full flex-col rounded-t-lg bg-surface shadow-float outline-none transition-[opacity,transform] duration-200 sm:max-h-full sm:rounded-lg data-[ending-style]:translate-y-2 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0';
const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };

const titleClasses = 'font-semibold text-lg';
const descriptionClasses = 'mt-1 text-fg-muted';
const bodyClasses = 'min-h-0 grow overflow-y-auto px-5 py-4';
const footerClasses =
  'flex flex-col-reverse gap-2 border-border border-t px-5 py-3 sm:flex-row sm:justify-end';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** `false`: a press outside does not close the dialog. Escape and the close button still do. */
  dismissible?: boolean;
  width?: keyof typeof widths;
  initialFocus?: PopupProps['initialFocus'];
  finalFocus?: PopupProps['finalFocus'];
}

/** A dialog; below 640 px a sheet of full width. Put a `<form>` inside it, around the fields. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer } = props;

  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      disablePointerDismissal={props.dismissible === false}
    >
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Viewport className={viewport}>
          <Base.Popup
            className={cn(popup, widths[props.width ?? 'md'])}
            initialFocus={props.initialFocus}
            finalFocus={props.finalFocus}
          >
            <header className="flex items-start gap-3 px-5 pt-4">
              <div className="min-w-0 grow">
                <Base.Title className={titleClasses}>{title}</Base.Title>
                {description && (
                  <Base.Description className={descriptionClasses}>{description}</Base.Description>
                )}
              </div>
              <Base.Close
                render={
                  <IconButton label="Close" className="-mr-2">
                    <X aria-hidden />
                  </IconButton>
                }
              />
            </header>
            <div className={bodyClasses}>{children}</div>
            {footer && <footer className={footerClasses}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'children'> {
  open?: boolean;
  onClose: () => void;
  /** The id of the form in `children`. */
  formId: string;
  submitLabel: string;
  tone?: 'primary' | 'danger';
  /** The form cannot be sent yet. */
  disabled?: boolean;
  /** While the form is being sent, the dialog cannot be closed. */
  pending: boolean;
}

/** A dialog with one form. Its first input has the focus, and a press outside does not close it. */
export function FormDialog(props: FormDialogProps) {
  const { open = true, onClose, formId, submitLabel, tone = 'primary', ...rest } = props;
  const { pending, disabled = false, ...dialog } = rest;
  const close = () => !pending && onClose();

  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={(next) => !next && close()}
      dismissible={false}
      initialFocus={() => document.getElementById(formId)?.querySelector('input:not([hidden])')}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant={tone} pending={pending} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    />
  );
}

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  pending?: boolean;
  finalFocus?: PopupProps['finalFocus'];
}

/** A confirmation dialog. The cancel button has the focus. */
export function AlertDialog(props: AlertDialogProps) {
  const cancelRef = useRef<HTMLButtonElement>(null);

  return (
    <BaseAlert.Root open={props.open} onOpenChange={(next) => props.onOpenChange(next)}>
      <BaseAlert.Portal>
        <BaseAlert.Backdrop forceRender className={backdrop} />
        <BaseAlert.Viewport className={viewport}>
          <BaseAlert.Popup
            className={cn(popup, widths.sm)}
            initialFocus={cancelRef}
            finalFocus={props.finalFocus}
          >
            <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-4">
              <BaseAlert.Title className={titleClasses}>{props.title}</BaseAlert.Title>
              {props.description && (
                <BaseAlert.Description className={descriptionClasses}>
                  {props.description}
                </BaseAlert.Description>
              )}
              {props.children && <div className="mt-3">{props.children}</div>}
            </div>
            <footer className={footerClasses}>
              <BaseAlert.Close
                ref={cancelRef}
                render={<Button>{props.cancelLabel ?? 'Cancel'}</Button>}
              />
              <Button
                variant={props.tone ?? 'danger'}
                pending={props.pending}
                onClick={props.onConfirm}
              >
                {props.confirmLabel}
              </Button>
            </footer>
          </BaseAlert.Popup>
        </BaseAlert.Viewport>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  );
}
