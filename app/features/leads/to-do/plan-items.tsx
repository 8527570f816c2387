import { MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import { useTimeZone } from '#app/_ui/time.tsx';
import { quickTime } from '#app/features/leads/lead/follow-up.tsx';

interface PlanItemsProps {
  /** Gets ISO 8601. */
  onPlan: (at: string) => void;
  /** Lets the user choose a day. */
  onDate: () => void;
}

/** The items of a menu that plans a follow-up. */
export function PlanItems({ onPlan, onDate }: PlanItemsProps) {
  const timeZone = useTimeZone();
  const plan = (choice: 'tomorrow' | 'monday') =>
    onPlan(quickTime(choice, new Date(), timeZone).toISOString());

  return (
    <>
      <MenuItem onSelect={() => plan('tomorrow')}>Tomorrow 9:00</MenuItem>
      <MenuItem onSelect={() => plan('monday')}>Next Monday 9:00</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={onDate}>Choose a day…</MenuItem>
    </>
  );
}
