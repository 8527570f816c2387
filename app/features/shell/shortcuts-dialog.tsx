'use client';

import { useCan } from '#app/_trpc/session.tsx';
import { Checkbox } from '#app/_ui/checkbox.tsx';
import { Dialog } from '#app/_ui/dialog.tsx';
import { useShortcutSwitch } from '#app/_ui/use-shortcuts.ts';
import { leadKeys } from '#app/features/leads/lead-keys.ts';

type Keys = readonly string[];

interface Section {
  title: string;
  /** `role`: the weakest that has it. */
  shortcuts: readonly { keys: Keys; does: string; role?: 'agent' | 'admin' }[];
}

const sections: readonly Section[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl', 'K'], does: 'Search and commands' },
      { keys: ['/'], does: 'Search' },
      { keys: ['?'], does: 'These shortcuts' },
      { keys: ['g', 't'], does: 'Go to what is to do', role: 'agent' },
      { keys: ['g', 'b'], does: 'Go to the board' },
      { keys: ['g', 'l'], does: 'Go to the leads' },
      { keys: ['g', 'f'], does: 'Go to the funnels' },
      { keys: ['g', 'i'], does: 'Go to Integrate' },
      { keys: ['g', 'k'], does: 'Go to the API keys', role: 'admin' },
    ],
  },
  {
    title: 'Board',
    shortcuts: [
      { keys: ['←', '→'], does: 'Previous or next column' },
      { keys: ['↑', '↓'], does: 'Previous or next card' },
      { keys: ['Enter'], does: 'Open the lead' },
      { keys: ['m'], does: 'Move the lead to another step' },
      { keys: ['y'], does: 'Copy the ID of the lead' },
    ],
  },
  {
    title: 'To do',
    shortcuts: [
      { keys: ['j'], does: 'Next lead' },
      { keys: ['k'], does: 'Previous lead' },
      { keys: ['c'], does: 'Record a call' },
      { keys: ['w'], does: 'Write a message' },
      { keys: ['n'], does: 'Write a note' },
      { keys: ['d'], does: 'The follow-up is done' },
      { keys: ['o'], does: 'Take a lead without an owner' },
    ],
  },
  {
    title: 'Lead',
    shortcuts: [
      { keys: ['j'], does: 'Next lead' },
      { keys: ['k'], does: 'Previous lead' },
      ...Object.entries(leadKeys).map(([key, does]) => ({ keys: [key], does })),
      { keys: ['Esc'], does: 'Close the lead' },
    ],
  },
];

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All shortcuts, and the switch for those of a single key. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const [on, setOn] = useShortcutSwitch();
  const may = { agent: useCan('agent'), admin: useCan('admin') };

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" width="lg">
      <div className="gap-x-8 sm:columns-2">
        {sections.map((section) => (
          <section
            key={section.title}
            aria-label={section.title}
            className="mb-5 break-inside-avoid"
          >
            <h3 className="mb-1 font-medium text-fg-subtle text-sm">{section.title}</h3>
            <dl>
              {section.shortcuts
                .filter(({ role }) => role === undefined || may[role])
                .map(({ keys, does }) => (
                  <div
                    key={does}
                    className="flex items-center justify-between gap-4 border-border border-b py-1.5 last:border-b-0"
                  >
                    <dt>{does}</dt>
                    <dd>
                      <Combination keys={keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-4 border-border border-t pt-3">
        <Checkbox
          label="Shortcuts without Ctrl or ⌘"
          hint="Turn them off in this browser if you speak your input."
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

function Combination({ keys }: { keys: Keys }) {
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-6 min-w-6 place-items-center rounded-sm border border-border border-b-2 bg-surface-2 px-1.5 font-mono text-xs"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
