import { AlertDialog } from '#app/_ui/dialog.tsx';

interface GiveAwayDialogProps {
  open: boolean;
  /** The new owner; absent for none. */
  to: { name: string | undefined } | undefined;
  onAnswer: (isSure: boolean) => void;
}

/** A member who sees only some leads confirms giving one away. */
export const GiveAwayDialog = ({ open, to, onAnswer }: GiveAwayDialogProps) => (
  <AlertDialog
    open={open}
    onOpenChange={(next) => next || onAnswer(false)}
    title={to ? `Give this lead to ${to.name ?? 'this member'}?` : 'Remove the owner?'}
    description="You will not see it any more."
    confirmLabel={to ? 'Give away' : 'Remove owner'}
    tone="primary"
    onConfirm={() => onAnswer(true)}
  />
);
