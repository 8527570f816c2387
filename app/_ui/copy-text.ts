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
