import { CodeBlock } from '#app/_ui/code-block.tsx';
import type { SentBody } from '#server/panel-api/schemas/intake-log.ts';

/** The body of a request as it was sent. */
export function SentBodyText({ sent }: { sent: SentBody }) {
  if (sent.bytes === 0) return <p className="text-fg-muted">The body was empty.</p>;

  return (
    <div className="grid gap-2">
      {sent.encoding === 'base64' && (
        <p className="text-fg-muted text-sm">The body is no text. Its bytes as base64:</p>
      )}
      <CodeBlock code={sent.text} label="Body as sent" copyLabel="Copy body" wraps />
    </div>
  );
}
