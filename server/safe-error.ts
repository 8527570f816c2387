/** An unexpected error as a log may show it. */
export interface SafeError {
  name: string;
  message?: string;
  /** SQLSTATE or system code. */
  code?: string;
  constraint?: string;
  stack: string[];
}

const textOf = (error: object, key: string): string | undefined => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

function rootOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < 5 && root instanceof Error && root.cause; depth += 1)
    root = root.cause;
  return root;
}

/** Frames of a stack, and characters of a message or frame: callers can choose what an error says. */
const maxFrames = 10;
const maxLength = 300;

/** Quoted text, secrets and long numbers: what V8 and parsers quote of what they were given. */
const values = /"(?:[^"\\]|\\.)*"?|'[^']*'|`[^`]*`|lk_\w+|\d{7,}/g;

/**
 * What a log may hold of an error: drizzle and PostgreSQL put statements and values into messages,
 * and values are names and phone numbers.
 */
export function serializeError(error: unknown): SafeError {
  const root = rootOf(error);
  if (!(root instanceof Error)) return { name: typeof root, stack: [] };

  const frames = root.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const code = textOf(root, 'code');
  const constraint = textOf(root, 'constraint_name');
  const isFromDatabase = root.name === 'PostgresError' || 'query' in root;
  return {
    name: root.name,
    ...(isFromDatabase ? {} : { message: root.message.replace(values, '…').slice(0, maxLength) }),
    ...(code && { code }),
    ...(constraint && { constraint }),
    stack: frames.slice(-maxFrames).map((line) => line.trim().slice(0, maxLength)),
  };
}
