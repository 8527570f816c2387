import {
  CalendarClock,
  Check,
  ChevronDown,
  NotebookPen,
  Phone,
  UserRoundCheck,
} from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { Menu } from '#app/_ui/menu.tsx';
import type { ToDoSection } from '#db/values/leads.ts';
import type { ToDoItem } from '#server/panel-api/schemas/to-do.ts';
import { PlanItems } from './plan-items.tsx';
import type { useRowActions } from './use-row-actions.ts';
import { WriteButton } from './write-button.tsx';

/** A form below a row. */
export type RowForm = 'call' | 'message' | 'note' | 'date';

interface ToDoButtonsProps {
  item: ToDoItem;
  section: ToDoSection;
  actions: ReturnType<typeof useRowActions>;
  form: RowForm | undefined;
  onForm: (form: RowForm | undefined) => void;
  /** Of the form for a note. */
  box: RefObject<HTMLTextAreaElement | null>;
}

/** What can be done with the lead of a row. */
export function ToDoButtons({ item, section, actions, form, onForm, box }: ToDoButtonsProps) {
  const toggle = (next: RowForm) => onForm(form === next ? undefined : next);

  function writeNote() {
    toggle('note');
    requestAnimationFrame(() => box.current?.focus());
  }

  return (
    <div className="relative z-1 flex flex-wrap items-center gap-1.5 max-lg:mt-2.5">
      <Button
        size="sm"
        aria-keyshortcuts="c"
        aria-expanded={form === 'call'}
        onClick={() => toggle('call')}
      >
        <Phone aria-hidden />
        Call
        <About name={item.name} />
      </Button>
      <WriteButton item={item} onWrite={() => onForm('message')} />
      <Button size="sm" aria-keyshortcuts="n" aria-expanded={form === 'note'} onClick={writeNote}>
        <NotebookPen aria-hidden />
        Note
        <About name={item.name} />
      </Button>
      {section !== 'new' && (
        <Button
          size="sm"
          aria-keyshortcuts="d"
          pending={actions.pending}
          onClick={() => void actions.plan(null)}
        >
          <Check aria-hidden />
          Done
          <About name={item.name} />
        </Button>
      )}
      {item.ownerId === null && (
        <Button
          size="sm"
          aria-keyshortcuts="o"
          pending={actions.pending}
          onClick={() => void actions.take()}
        >
          <UserRoundCheck aria-hidden />
          Take
          <About name={item.name} />
        </Button>
      )}
      <Menu
        trigger={
          <Button size="sm">
            <CalendarClock aria-hidden />
            <span className="max-lg:sr-only">{section === 'new' ? 'Plan' : 'Move'}</span>
            <About name={item.name} />
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <PlanItems onPlan={(at) => void actions.plan(at)} onDate={() => onForm('date')} />
      </Menu>
    </div>
  );
}

/** Names the lead of a button to screen readers. */
const About = ({ name }: { name: string }) => <span className="sr-only">: {name}</span>;
