import { TableHead, Th } from '#app/_ui/table.tsx';

/** Of both tables about steps; the widths make their columns stand below one another. */
export function StepsHead({ actions }: { actions: string | false }) {
  return (
    <TableHead>
      <Th>Step and its ID</Th>
      <Th className="w-28 text-right">Leads</Th>
      <Th className="w-20 text-right">Today</Th>
      <Th className="w-36">Last lead</Th>
      {actions && (
        <Th className="w-38">
          <span className="sr-only">{actions}</span>
        </Th>
      )}
    </TableHead>
  );
}
