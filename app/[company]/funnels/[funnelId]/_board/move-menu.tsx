'use client';

import { AnchoredMenu, MenuRadioGroup } from '#app/_ui/menu.tsx';

interface MoveMenuProps {
  anchor: HTMLElement;
  leadId: string;
  /** The step that the lead is in. */
  stepId: string;
  steps: readonly { id: string; name: string }[];
  onMove: (stepId: string) => void;
  onClose: () => void;
}

/** The steps that a card can be moved to. The focus goes back to the card, wherever it is then. */
export function MoveMenu({ anchor, leadId, stepId, steps, onMove, onClose }: MoveMenuProps) {
  const card = () => document.querySelector<HTMLElement>(`[data-lead="${leadId}"] a`);

  return (
    <AnchoredMenu anchor={anchor} finalFocus={card} onClose={onClose}>
      <MenuRadioGroup
        label="Move to"
        value={stepId}
        onValueChange={onMove}
        options={steps.map((step) => ({ value: step.id, label: <bdi>{step.name}</bdi> }))}
      />
    </AnchoredMenu>
  );
}
