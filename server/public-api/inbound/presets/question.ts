import { meaningOf } from '../../lead-names.ts';

/** What a question of a form asks for, in English, Portuguese or Spanish. */

/** Fields that a question may ask for; each is a name of the published contract. */
export type Asked = 'name' | 'firstName' | 'lastName' | 'email' | 'phones' | 'message';

/** The words of a text without accents, in lower case. */
const wordsOf = (text: string) =>
  text
    .slice(0, 300)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

const listed = (words: string) => new Set(words.split(' '));

const nameWords = listed('name nome nombre chama chamas llama llamas');
const firstNameWords = listed('first primeiro primer given');
const lastNameWords = listed('last family surname ultimo sobrenome apellido apellidos');
/** The name is then of something or of another person. */
const others = listed(
  'company business organization organisation brand product project event team file domain site website ' +
    'user school pet child spouse partner mother father friend referrer city street card bank ' +
    'empresa marca produto projeto evento equipe escola filho filha mae pai conjuge amigo cidade rua ' +
    'fantasia negocio producto proyecto equipo escuela hijo hija madre padre conyuge ciudad calle empresarial',
);
const phoneWords = listed(
  'phone telephone mobile cell cellphone whatsapp telefone celular fone zap telefono movil',
);
const emailWords = listed('email mail correo');

const digitsIn = (text: string) => text.replace(/\D/g, '').length;
const lettersIn = (text: string) => text.replace(/\P{L}/gu, '').length;

function askedName(words: readonly string[]): Asked | undefined {
  const has = (wanted: ReadonlySet<string>) => words.some((word) => wanted.has(word));
  if (has(others)) return undefined;

  const [isFirst, isLast] = [has(firstNameWords), has(lastNameWords)];
  if (has(lastNameWords) && !isFirst && (has(nameWords) || words.length <= 4)) return 'lastName';
  if (!has(nameWords)) return undefined;
  return isFirst && !isLast ? 'firstName' : 'name';
}

/**
 * Whether a question asks for the name of the person: `What's your name?`, `Qual é o seu nome?`, `¿Cómo te
 * llamas?`.
 */
export const looksLikeNameQuestion = (question: string): boolean =>
  askedName(wordsOf(question)) !== undefined;

/**
 * What a question in words asks for. A phone or an address is only one when the answer looks like it:
 * `Do you prefer phone or email?` asks for neither.
 */
export function askedBy(question: string, answer: unknown): Asked | undefined {
  if (typeof answer !== 'string' && typeof answer !== 'number') return undefined;

  const words = wordsOf(question);
  const has = (wanted: ReadonlySet<string>) => words.some((word) => wanted.has(word));
  const text = String(answer);
  if (has(emailWords) && text.includes('@')) return 'email';
  if (has(phoneWords) && digitsIn(text) >= 8 && lettersIn(text) < digitsIn(text)) return 'phones';
  return digitsIn(text) === 0 ? askedName(words) : undefined;
}

/** What a label stands for by itself. Custom fields and the mark of a test are no questions. */
export function meantBy(label: string): string | undefined {
  const meaning = meaningOf(label)?.meaning;
  return meaning === 'customFields' || meaning === 'isTest' ? undefined : meaning;
}
