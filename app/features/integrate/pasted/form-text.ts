/** The fields of a form, as an object: a name that comes again makes a list. */

type Field = readonly [name: string, value: string];

export function objectOf(fields: readonly Field[]): object {
  // As PHP names a list.
  const asList = /\[\]$/;
  const byName = Map.groupBy(fields, ([name]) => name.trim().replace(asList, ''));
  return Object.fromEntries(
    Array.from(byName, ([name, all]) => {
      const [first, ...others] = all;
      const isList = others.length > 0 || asList.test(first?.[0].trim() ?? '');
      return [name, isList ? all.map(([, value]) => value) : first?.[1]];
    }),
  );
}

/** `name=Ana&phone=…`, with or without percent-encoding. */
function urlencoded(text: string): Field[] | undefined {
  if (/[\r\n]/.test(text) || !/^[^\s=&{}"<]+=/.test(text)) return undefined;
  return [...new URLSearchParams(text)];
}

const partHead = /^Content-Disposition:\s*form-data;[^\n]*?\bname="([^"\n]*)"/im;

/** Fields, and the names of files. */
export function multipart(text: string): { parts: Field[]; files: string[] } | undefined {
  const [boundary = ''] = /^--\S+/.exec(text) ?? [];
  if (boundary === '' || !partHead.test(text)) return undefined;

  const parts: Field[] = [];
  const files: string[] = [];
  for (const part of text.split(boundary)) {
    const [head = '', ...values] = part.split(/\r?\n\r?\n/);
    const [, name] = partHead.exec(head) ?? [];
    if (name === undefined) continue;
    if (/\bfilename=/i.test(head)) files.push(name);
    else parts.push([name, values.join('\n\n').replace(/\r?\n$/, '')]);
  }
  return { parts, files };
}

/** Lines `Name: Ana`, `name=Ana` or with a tab. */
function lines(text: string): Field[] | undefined {
  const found = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => /^([^:=\t{}"<>]{1,60})[:=\t](.*)$/.exec(line));
  const fields = found.flatMap((match): Field[] => {
    const [, name = '', value = ''] = match ?? [];
    return match ? [[name.trim(), value.trim()]] : [];
  });
  return fields.length === found.length ? fields : undefined;
}

/** The fields in a text that is no JSON. */
export const fieldsIn = (text: string): Field[] | undefined => urlencoded(text) ?? lines(text);
