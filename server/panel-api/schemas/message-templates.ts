import { z } from 'zod';
import { messageChannels } from '#db/values/leads.ts';
import { messageSubjectMax, messageTemplateNameMax, messageTextMax } from '#db/values/limits.ts';
import { placeholders, placeholderText, unknownPlaceholder } from '#db/values/message-templates.ts';
import { idInput, isStorable, label } from './common.ts';

const known = placeholders.map(placeholderText).join(', ');

/** A text with placeholders, all of them known. */
const templateText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max.toLocaleString('en')} characters`)
    .refine(isStorable, 'Use plain text')
    .superRefine((text, context) => {
      const unknown = unknownPlaceholder(text);
      if (unknown !== undefined) {
        context.addIssue(`“${unknown}” is no placeholder. There are ${known}`);
      }
    });

const oneLine = templateText(messageSubjectMax).overwrite((text) => text.replace(/\s/g, ' '));

export const createTemplateInput = z.strictObject({
  name: label(messageTemplateNameMax),
  /** `null`: any. */
  channel: z.enum(messageChannels).nullable(),
  /** Of an email; `null`: none. */
  subject: oneLine.min(1).nullable(),
  text: templateText(messageTextMax).min(1, 'Write a text'),
});

export const updateTemplateInput = createTemplateInput.extend(idInput.shape);

export const messageTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  channel: z.enum(messageChannels).nullable(),
  subject: z.string().nullable(),
  text: z.string(),
});
export const messageTemplateList = z.array(messageTemplate);

export type MessageTemplate = z.infer<typeof messageTemplate>;
