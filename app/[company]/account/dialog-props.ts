export interface AccountDialogProps {
  onClose: () => void;
  /** @param words what has happened */
  onDone: (words: string) => void;
}
