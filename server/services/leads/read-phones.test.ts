import { expect, it } from 'vitest';
import { readPhones } from './read-phones.ts';

const maria = '5511987654321';

it.each<[sent: unknown, phones: string[]]>([
  [[maria], [maria]],
  [maria, [maria]],
  [5511987654321, [maria]],
  [[5511987654321, maria], [maria]],
  [null, []],
  ['  ', []],
  [[null, '', ' ', maria], [maria]],
  ['+55 (11) 98765-4321', [maria]],
  ['+55 11 98765.4321', [maria]],
  ['5511987654321.0', [maria]],
  [' 5511987654321.00 ', [maria]],
  ['5511987654321.0; 49301234567.0', [maria, '49301234567']],
  ['55.11.98765.0000', ['5511987650000']],
  ['+55/11/98765/4321', [maria]],
  ['\u202a+55\u00a011\u201098765\u22124321\u202c', [maria]],
  ['+55۔11•98765⁃4321', [maria]],
  ['+55 11∙98765˗4321', [maria]],
  ['+55⧸11⋅98765⧸4321', [maria]],
  ['tel:+55-11-98765-4321', [maria]],
  ['TEL:+55-11-98765-4321;ext=12', [maria]],
  ['p:+5511987654321', [maria]],
  ['5511987654321@s.whatsapp.net', [maria]],
  ['+1 201 555 0123 x12', ['12015550123']],
  ['+1 201 555 0123 ext. 12', ['12015550123']],
  ['+1 201 555 0123, Ext 12', ['12015550123']],
  ['+1 201 555 0123,  ext 12', ['12015550123']],
  ['+1 201 555 0123 (x12)', ['12015550123']],
  ['+55 11 3333-4444 (ramal 210)', ['551133334444']],
  ['+55 11 98765-4321\u2028+49 30 1234567', [maria, '49301234567']],
  [{}, []],
  ['+55 11 3333-4444 ramal 210', ['551133334444']],
  ['0055 11 98765-4321', [maria]],
  ['+55 11 98765-4321; +49 30 1234567', [maria, '49301234567']],
  ['+55 11 98765-4321, +49 30 1234567', [maria, '49301234567']],
  ['+55 11 98765-4321\r\n+49 30 1234567', [maria, '49301234567']],
  ['５５１１９８７６５４３２１', [maria]],
  ['٥٥١١٩٨٧٦٥٤٣٢١', [maria]],
  ['५५११९८७६५४३२१', [maria]],
  ['𝟓𝟓𝟏𝟏𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏', [maria]],
])('reads %j as %j', (sent, phones) => {
  expect(readPhones(sent)).toEqual({ phones });
});

const notDigits = 'must hold 8 to 15 digits with country code';
it.each<[sent: unknown, issues: [index: number | undefined, message: string][]]>([
  ['1234567', [[undefined, notDigits]]],
  ['1234567890123456', [[undefined, notDigits]]],
  ['+55 11 98765-432a', [[undefined, notDigits]]],
  [`${maria}; 12`, [[undefined, notDigits]]],
  [`${maria}\0`, [[undefined, notDigits]]],
  [maria.padEnd(2_001, '-'), [[undefined, notDigits]]],
  [
    [maria, '1', 12],
    [
      [1, notDigits],
      [2, notDigits],
    ],
  ],
  [[null, '1'], [[1, notDigits]]],
  [[true], [[0, 'must be a string or a whole number']]],
  [1.5, [[undefined, 'must be a string or a whole number']]],
  [{ a: maria }, [[undefined, 'must be a list of strings']]],
  [true, [[undefined, 'must be a string or a whole number']]],
  [[2 ** 53], [[0, notDigits]]],
  ['1234567.0', [[undefined, notDigits]]],
  [Array(21).fill(maria), [[undefined, 'must hold at most 20 numbers']]],
])('refuses %j', (sent, wanted) => {
  const read = readPhones(sent);
  const issues = 'issues' in read ? read.issues : [];
  expect(issues.map(({ index, message }) => [index, message])).toEqual(wanted);
});
