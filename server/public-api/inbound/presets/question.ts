import { meaningOf } from '../../lead-names.ts';

/** What a question of a form asks for, in English, Portuguese or Spanish. */

/** Fields that a question may ask for; each is a name of the published contract. */
export type Asked = 'name' | 'firstName' | 'lastName' | 'email' | 'phones';

/** The words of a text without accents, in lower case. */
const wordsOf = (text: string) =>
  text
    .slice(0, 300)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

const listed = (words: string) => new Set(words.split(' '));

const nameWords = listed('name nome nombre');
/** With `como`: `Como você se chama?` */
const calledWords = listed('chama chamas chamado chamada llama llamas');
const how = listed('como');
const firstNameWords = listed('first primeiro primer given');
const lastNameWords = listed('last family ultimo');
const surnameWords = listed('surname sobrenome apellido apellidos');
/** The name is then of something or of another person. */
const others = listed(
  'company business organization organisation brand product project event team file domain site website ' +
    'form page campaign formulario pagina campanha ' +
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

type Has = (wanted: ReadonlySet<string>) => boolean;

function askedName(has: Has): Asked | undefined {
  if (has(others)) return undefined;

  const hasName = has(nameWords) || (has(how) && has(calledWords));
  if (has(surnameWords)) return hasName ? 'name' : 'lastName';
  if (!hasName) return undefined;
  const [isFirst, isLast] = [has(firstNameWords), has(lastNameWords)];
  if (isFirst === isLast) return 'name';
  return isFirst ? 'firstName' : 'lastName';
}

/**
 * What a question in words asks for: `What's your name?`, `Qual é o seu WhatsApp?`. A phone or an address
 * is only one when the answer looks like it: `Do you prefer phone or email?` asks for neither.
 */
export function askedBy(question: string, answer: unknown): Asked | undefined {
  if (typeof answer !== 'string' && typeof answer !== 'number') return undefined;

  const words = wordsOf(question);
  const has: Has = (wanted) => words.some((word) => wanted.has(word));
  const text = String(answer);
  if (has(emailWords) && text.includes('@')) return 'email';
  if (has(phoneWords) && digitsIn(text) >= 8 && lettersIn(text) < digitsIn(text)) return 'phones';
  return digitsIn(text) === 0 ? askedName(has) : undefined;
}

/** What a label stands for by itself. Custom fields and the mark of a test are no questions. */
export function meantBy(label: string): string | undefined {
  const meaning = meaningOf(label)?.meaning;
  return meaning === 'customFields' || meaning === 'isTest' ? undefined : meaning;
}
