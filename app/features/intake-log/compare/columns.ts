import { fieldOf } from '#db/values/lead-fields.ts';

/** What columns of a file may be. */
export const columnKinds = ['id', 'name', 'phones', 'email'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** Places of columns in a file, from 0. */
export type Columns = Partial<Record<ColumnKind, number>>;

/** Of several columns of one kind, the one that comes first here is taken. */
const names: Record<ColumnKind, readonly string[]> = {
  id: [
    ...['id', 'lead id', 'external lead id', 'external id', 'leadgen id', 'lead identifier'],
    ...['submission id', 'response id', 'entry id', 'token', 'record id', 'event id'],
    ...['id do lead', 'id lead', 'id externo', 'identificador', 'identificador do lead'],
    ...['id da resposta', 'id do envio', 'código', 'código do lead'],
  ],
  name: [
    ...['full name', 'name', 'lead name', 'your name', 'contact name', 'customer name'],
    ...['nome completo', 'nome', 'nome do lead', 'seu nome', 'qual é o seu nome'],
    ...(fieldOf('name').aliases ?? []),
  ],
  phones: [
    ...['phone number', 'phone', 'user phone', 'your phone', 'mobile number', 'work phone'],
    ...['número de telefone', 'telefone celular', 'celular', 'telefone', 'seu telefone'],
    ...['número de celular', 'número do whatsapp', 'whatsapp number', 'fone', 'phones'],
    ...(fieldOf('phones').aliases ?? []),
  ],
  email: [
    ...['email', 'email address', 'user email', 'your email', 'work email'],
    ...['endereço de email', 'seu email', 'email comercial'],
    ...(fieldOf('email').aliases ?? []),
  ],
};

/** Case, accents, blanks and signs do not matter: `E-mail` is `email`. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

interface Guess {
  column: ColumnKind;
  /** The lowest of several is taken. */
  rank: number;
}

const guesses = new Map<string, Guess>(
  columnKinds.flatMap((column) =>
    names[column].map((name, rank) => [plain(name), { column, rank }] as const).toReversed(),
  ),
);

/** What the column with a name is, if its name says so. */
export const guessColumn = (header: string): Guess | undefined => guesses.get(plain(header));
