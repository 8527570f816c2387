import type { LeadDetail } from '#server/api/schemas/leads.ts';
import { Fact, Facts, Part } from './part.tsx';

export function CustomFields({ fields }: { fields: LeadDetail['customFields'] }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;

  return (
    <Part title="Custom fields">
      <Facts>
        {entries.map(([name, value]) => (
          <Fact key={name} term={<bdi className="[overflow-wrap:anywhere]">{name}</bdi>}>
            <bdi>{inWords(value)}</bdi>
          </Fact>
        ))}
      </Facts>
    </Part>
  );
}

function inWords(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';

  return String(value);
}
