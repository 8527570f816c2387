import { Button } from '../../_ui/button.tsx';

export interface Credentials {
  email: string;
  password: string;
}

interface DemoAccountsProps {
  /** The strongest first. */
  accounts: Credentials[];
  onUse: (account: Credentials) => void;
}

export function DemoAccounts({ accounts, onUse }: DemoAccountsProps) {
  const [first, ...others] = accounts;
  if (!first) return null;

  return (
    <section
      aria-label="Demo"
      className="mt-6 grid gap-3 rounded-md border border-border bg-surface px-4 py-3 text-sm"
    >
      <p>
        Demo: <span className="font-mono text-xs">{first.email}</span> /{' '}
        <span className="font-mono text-xs">{first.password}</span>
      </p>
      {others.length > 0 && (
        <p className="text-fg-muted">
          Fewer rights, same password:{' '}
          {others.map((each, index) => (
            <span key={each.email}>
              {index > 0 && ', '}
              <span className="font-mono text-xs">{each.email}</span>
            </span>
          ))}
        </p>
      )}
      <Button size="sm" onClick={() => onUse(first)} className="justify-self-start">
        Use demo account
      </Button>
    </section>
  );
}
