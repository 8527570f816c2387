import { maxPeople } from '../../../limits.ts';
import { flatBody } from './answers.ts';
import {
  at,
  type Fields,
  fieldsAt,
  itemsAt,
  nothing,
  people,
  type ReadTool,
  textAt,
} from './submitted.ts';

/** Messages of WhatsApp. A person is known by the number, which is international. */

const person = (number: string, name: unknown, message: unknown): object => ({
  externalLeadId: number,
  phones: [`+${number}`],
  ...(name !== undefined && { name }),
  ...(message !== undefined && { message }),
});

/** `5511987654321:12@s.whatsapp.net` with the number of a device; `…@lid` hides the number. */
const jid = /^(\d{5,20})(?::\d{1,5})?@(?:s\.whatsapp\.net|c\.us)$/;
const numberIn = (address: unknown) =>
  typeof address === 'string' ? jid.exec(address)?.[1] : undefined;

/** The paths of what a person wrote or chose. */
const evolutionTexts = [
  ['conversation'],
  ['extendedTextMessage', 'text'],
  ['imageMessage', 'caption'],
  ['videoMessage', 'caption'],
  ['documentMessage', 'caption'],
  ['documentWithCaptionMessage', 'message', 'documentMessage', 'caption'],
  ['ephemeralMessage', 'message', 'conversation'],
  ['ephemeralMessage', 'message', 'extendedTextMessage', 'text'],
  ['buttonsResponseMessage', 'selectedDisplayText'],
  ['templateButtonReplyMessage', 'selectedDisplayText'],
  ['listResponseMessage', 'title'],
];
/** Changes of another message. */
const evolutionChanges = new Set(['reactionMessage', 'protocolMessage', 'editedMessage']);

const firstText = (value: unknown, paths: readonly string[][]) =>
  paths.map((path) => textAt(value, ...path)).find((text) => text !== undefined);

/** @returns what is no message of a person, or the person */
function evolutionMessage(data: Fields) {
  const key = fieldsAt(data, 'key');
  if (key.fromMe === true) return nothing('has a message of its own');

  const addresses = [key.remoteJid, key.remoteJidAlt, key.senderPn, data.senderPn];
  const [number] = addresses.map(numberIn).filter((found) => found !== undefined);
  if (/@(?:g\.us|broadcast|newsletter)$/.test(textAt(key, 'remoteJid') ?? '')) {
    return nothing('has a message of a group');
  }
  if (evolutionChanges.has(textAt(data, 'messageType') ?? '')) return nothing('has no new message');

  const text = firstText(data.message, evolutionTexts);
  if (number !== undefined) return people([person(number, textAt(data, 'pushName'), text)]);
  const hidden = { externalLeadId: key.remoteJid, name: data.pushName, message: text };
  return people([flatBody(hidden, [])]);
}

/** https://doc.evolution-api.com/v2/en/configuration/webhooks */
export const readWhatsappEvolution: ReadTool = (body) => {
  const event = textAt(body, 'event')?.toLowerCase().replace('_', '.');
  if (event === undefined) return undefined;
  if (event !== 'messages.upsert') return nothing('has no message');

  const data = at(body, 'data');
  if (!(at(data, 'key') instanceof Object)) return undefined;
  return evolutionMessage(fieldsAt(body, 'data'));
};

const cloudTexts = [
  ['text', 'body'],
  ['button', 'text'],
  ['interactive', 'button_reply', 'title'],
  ['interactive', 'list_reply', 'title'],
  ['image', 'caption'],
  ['video', 'caption'],
  ['document', 'caption'],
];
const cloudChanges = new Set(['reaction', 'system']);

interface CloudMessage {
  number: string;
  name: string | undefined;
  text: string | undefined;
}

function cloudMessages(value: unknown): CloudMessage[] {
  const names = new Map(
    itemsAt(value, 'contacts').map((contact) => [
      contact.wa_id,
      textAt(contact, 'profile', 'name'),
    ]),
  );
  return itemsAt(value, 'messages').flatMap((message) => {
    const number = textAt(message, 'from');
    if (number === undefined || cloudChanges.has(textAt(message, 'type') ?? '')) return [];
    return [{ number, name: names.get(number), text: firstText(message, cloudTexts) }];
  });
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages; the first message of each person. */
export const readWhatsappCloud: ReadTool = (body) => {
  if (at(body, 'object') !== 'whatsapp_business_account') return undefined;

  const firsts = new Map<string, CloudMessage>();
  const messages = itemsAt(body, 'entry')
    .flatMap((entry) => itemsAt(entry, 'changes'))
    .flatMap(({ value }) => cloudMessages(value));
  for (const message of messages) {
    if (!firsts.has(message.number)) firsts.set(message.number, message);
  }
  if (firsts.size === 0) return nothing('has no message');
  return people(
    [...firsts.values()]
      .slice(0, maxPeople)
      .map(({ number, name, text }) => person(number, name, text)),
  );
};
