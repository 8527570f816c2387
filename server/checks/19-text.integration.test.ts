import { describe, expect, it } from 'vitest';
import { describeContract, failed } from '#server/testing/contract.ts';

/** Every text of a request under each of its names: most characters, and the column. */
const texts: [field: string, most: number, column: string][] = [
  ['name', 200, 'name'],
  ['segment', 200, 'segment'],
  ['email', 320, 'contact_email'],
  ['message', 10_000, 'message'],
  ...['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid'].map(
    (name): [string, number, string] => [name, 500, name],
  ),
  ...[
    ['campaignName', 'campaign_name'],
    ['adName', 'ad_name'],
    ['adsetName', 'adset_name'],
    ['formId', 'form_id'],
    ['externalLeadId', 'lead_id'],
    ['pageId', 'page_id'],
    ['pageName', 'page_name'],
    ['utmSource', 'utm_source'],
    ['utmMedium', 'utm_medium'],
    ['utmCampaign', 'utm_campaign'],
    ['utmTerm', 'utm_term'],
    ['utmContent', 'utm_content'],
    ['liFatId', 'li_fat_id'],
  ].flatMap(([camel = '', snake = '']): [string, number, string][] => {
    const column = snake === 'lead_id' ? 'external_lead_id' : snake;
    return [
      [camel, 500, column],
      [snake, 500, column],
    ];
  }),
];

const unstorable = ['\0', 'a\0b', '\ud800', 'x\udfff', '\udc00\ud800', '😀\ud83d'];
const storable = [
  '🌱 👩‍👩‍👧 🇧🇷',
  'شركة التسويق \u202eabc\u202c',
  '\u{10ffff}\u{20000}',
  'e\u0301 é Å \u212b',
  `<img src=x onerror=alert(1)> ' " \\ ; -- $1 {} %00 \u2028`,
  '\u0001\u007f\ufffd\ufffe',
];
/** As they are stored. */
const replaced = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');
/** An address holds no text of its own. */
const textFor = (field: string, text: string) =>
  field === 'email' ? `${text}@example.test` : text;

describeContract('text', (api) => {
  describe('check 19: NUL and half a surrogate pair', () => {
    it.each(texts)('become the sign for an unknown character in %s', async (field, _, column) => {
      for (const text of unstorable) {
        const value = textFor(field, `x${text}`);
        const answer = await api.post({ name: 'x', [field]: value });
        expect((await api.stored(answer))?.[column]).toBe(replaced(value));
      }
    });

    it('in custom fields, their names, and phones', async () => {
      for (const text of unstorable) {
        const customFields = { colour: text, [text]: 'x' };
        const phones = ['5511987654321', text];
        const row = await api.stored(await api.post({ name: 'x', customFields, phones }));
        expect(row).toMatchObject({
          custom_fields: { colour: replaced(text), [replaced(text)]: 'x' },
          phones: ['5511987654321'],
          unread_phones: [replaced(text)],
        });
      }
    });

    it.each([
      ['letters of Latin-1', 'caf\u00e9'],
      ['a surrogate pair as bytes', '\u00ed\u00a0\u0080'],
      ['a space', 'a b'],
      ['a tab', 'a\tb'],
      ['half a quote', '"a'],
      ['256 characters', 'k'.repeat(256)],
    ])('in an Idempotency-Key: %s', async (_, key) => {
      const answer = await api.raw([`Idempotency-Key: ${key}`]);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        400,
        failed('Idempotency-Key: must hold 1 to 255 visible ASCII characters, quoted or bare'),
      ]);
    });

    it('NUL in a header is no HTTP', async () => {
      expect((await api.raw(['Idempotency-Key: a\0b'])).status).toBe(400);
    });

    it.each([
      ['a byte alone', [0xff]],
      ['a byte too many', [0x80]],
      ['a long spelling of /', [0xc0, 0xaf]],
      ['half a surrogate pair', [0xed, 0xa0, 0x80]],
      ['beyond the last character', [0xf4, 0x90, 0x80, 0x80]],
      ['a character cut off', [0xf0, 0x9f, 0x98]],
    ])('bytes that are no UTF-8: %s', async (_, bytes) => {
      const body = Buffer.concat([
        Buffer.from('{"name":"'),
        Uint8Array.from(bytes),
        Buffer.from('"}'),
      ]);
      const answer = await api.call({ body });
      expect([answer.status, answer.json]).toEqual([
        400,
        failed('Request body must be valid UTF-8'),
      ]);
    });

    it('text of any script is stored byte for byte in every field', async () => {
      const text = storable.join(' ');
      const names = texts.filter(([name]) => !name.includes('_'));
      const body = Object.fromEntries(names.map(([name]) => [name, text]));
      const customFields = { [storable.at(0) ?? '']: text };
      const row = await api.stored(await api.post({ ...body, email: 'é@شركة.test', customFields }));
      for (const [name, , column] of names) {
        const stored = name === 'email' ? 'é@شركة.test' : text;
        expect([name, row?.[column]]).toEqual([name, stored]);
      }
      expect(row?.custom_fields).toEqual(customFields);
    });
  });

  describe('check 21: at its maximum, and one more', () => {
    it.each(texts)('%s: %i characters', async (field, most, column) => {
      for (const character of ['x', '😀']) {
        const host = '@example.test';
        const fits =
          field === 'email' ? character.repeat(most - host.length) + host : character.repeat(most);
        const row = await api.stored(await api.post({ name: 'x', [field]: fits }));
        expect(row?.[column]).toBe(fits);
        const answer = await api.post({ name: 'x', [field]: character + fits });
        if (field === 'email') {
          expect(await api.stored(answer)).toMatchObject({
            contact_email: null,
            unread_values: { email: character + fits },
          });
          expect(answer.headers['x-unread-fields']).toBe(field);
        } else {
          expect((await api.stored(answer))?.[column]).toBe(fits);
          expect(answer.headers['x-truncated-fields']).toBe(field);
        }
      }
    });

    it('custom fields: 50, names of 100, values of 5,000', async () => {
      const fields = (count: number, name: number, value: number) => ({
        name: 'x',
        customFields: Object.fromEntries(
          Array.from({ length: count }, (_, n) => [
            String(n).padStart(name, 'k'),
            'v'.repeat(value),
          ]),
        ),
      });
      for (const most of [fields(50, 100, 500), fields(1, 100, 5_000)]) {
        expect((await api.stored(await api.post(most)))?.custom_fields).toEqual(most.customFields);
      }
      const more = [fields(51, 100, 1), fields(1, 101, 1), fields(1, 1, 5_001)] as const;
      const [names, name, value] = await Promise.all(more.map((body) => api.post(body)));
      for (const answer of [names, name, value]) {
        expect(answer?.headers['x-truncated-fields']).toMatch(/^customFields/);
      }
      const storedOf = async (answer = names) =>
        answer && (await api.stored(answer))?.custom_fields;
      expect(Object.keys((await storedOf(names)) ?? {})).toHaveLength(50);
      expect(await storedOf(name)).toEqual({ ['k'.repeat(100)]: 'v' });
      expect(await storedOf(value)).toEqual({ 0: 'v'.repeat(5_000) });
    });

    it('numbers as ids: whole ones, of any size', async () => {
      const most = Number.MAX_SAFE_INTEGER;
      const body = { name: 'x', formId: most, lead_id: -most, page_id: 0 };
      expect(await api.stored(await api.post(body))).toMatchObject({
        form_id: String(most),
        external_lead_id: String(-most),
        page_id: '0',
      });
      const beyond = '9007199254740993';
      const more = await api.post(`{"name":"x","formId":${beyond}}`);
      expect(await api.stored(more)).toMatchObject({ form_id: beyond });
      const fraction = await api.post('{"name":"x","formId":1.50}');
      expect(await api.stored(fraction)).toMatchObject({ form_id: '1.50' });
    });

    it.each([
      ['none', [], []],
      ['one', ['5511987654321'], ['5511987654321']],
      ['8 digits', ['12345678'], ['12345678']],
      ['15 digits', ['123456789012345'], ['123456789012345']],
      ['decorated', ['+55 (11) 98765-4321', '0049.30.1234567'], ['5511987654321', '49301234567']],
      ['the same twice', ['5511987654321', '+5511987654321'], ['5511987654321']],
      ['full-width digits', ['５５１１９８７６５４３２１'], ['5511987654321']],
      ['Arabic digits', ['٥٥١١٩٨٧٦٥٤٣٢١'], ['5511987654321']],
      ['an extension', ['5511987654321x12'], ['5511987654321']],
    ])('phones: %s', async (_, phones, wanted) => {
      expect((await api.stored(await api.post({ name: 'x', phones })))?.contact_phones).toEqual(
        wanted,
      );
    });

    it('phones: 20, and one more', async () => {
      const phones = Array.from({ length: 20 }, (_, n) => `5511987654${100 + n}`);
      expect((await api.stored(await api.post({ name: 'x', phones })))?.phones).toEqual(phones);
      const answer = await api.post({ name: 'x', phones: [...phones, '5511987654999'] });
      expect(await api.stored(answer)).toMatchObject({ phones, unread_phones: ['5511987654999'] });
    });

    it.each([
      ['letters', '1-800-FLOWERS'],
      ['10 KB of digits', '5'.repeat(10_240)],
      ['10 KB of decoration', '+'.repeat(10_240)],
    ])('phones: %s', async (_, phone) => {
      const answer = await api.post({ name: 'x', phones: [phone] });
      expect(answer.headers['x-unread-fields']).toBe('phones');
      const { phones, unread_phones: unread } = (await api.stored(answer)) ?? {};
      expect([phones, unread]).toEqual([[], [phone.slice(0, 200)]]);
    });
  });
});
