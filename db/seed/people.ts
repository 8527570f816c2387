import type { Chance, Weighted } from './chance.ts';

export type Region = 'brazil' | 'unitedStates' | 'europe';

interface Person {
  name: string;
  phones: string[];
  email: string | null;
}

const list = (names: string) => names.split(', ');

const firstNames: Record<Region, readonly string[]> = {
  brazil: list(
    'Ana, Beatriz, Bruno, Caio, Camila, Daniela, Diego, Eduardo, Fernanda, Gabriela, Gustavo, ' +
      'Helena, Isabela, João, Juliana, Larissa, Lucas, Luís, Mariana, Mateus, Patrícia, Rafael, ' +
      'Renata, Thiago, Vinícius',
  ),
  unitedStates: list(
    'Aaron, Amanda, Ashley, Brandon, Brittany, Carlos, Chloe, Derek, Emily, Ethan, Grace, ' +
      'Hannah, Jasmine, Jordan, Kevin, Madison, Marcus, Megan, Nathan, Olivia, Priya, Rachel, ' +
      'Samantha, Tyler, Wei',
  ),
  europe: list(
    'Agnieszka, Amélie, Anneliese, Björn, Chiara, Elena, Émile, Freya, Giulia, Henrik, Ines, ' +
      'Jürgen, Katarzyna, Lars, Léa, Matteo, Niamh, Oliver, Pilar, Sofia, Søren, Théo, Tomáš, ' +
      'Zoë, Łukasz',
  ),
};

const lastNames: Record<Region, readonly string[]> = {
  brazil: list(
    'Almeida, Araújo, Barbosa, Cardoso, Carvalho, Costa, da Silva, de Souza, Fernandes, ' +
      'Ferreira, Gomes, Lima, Martins, Melo, Moreira, Nogueira, Oliveira, Pereira, Ribeiro, ' +
      'Rocha, Santos, Teixeira, Vieira',
  ),
  unitedStates: list(
    'Anderson, Brooks, Carter, Chen, Coleman, Davis, Garcia, Hughes, Johnson, Kim, Lopez, ' +
      'Miller, Mitchell, Morgan, Nguyen, Patel, Ramirez, Reed, Robinson, Sullivan, Thompson, ' +
      'Walker, Washington',
  ),
  europe: list(
    'Andersen, Bianchi, Dubois, Fischer, García, Hansen, Jansen, Kowalski, Lefèvre, ' +
      'Lindqvist, Müller, Moreau, Murphy, Nowak, O’Brien, Papadopoulos, Ricci, Rossi, ' +
      'Schneider, Silva, Svoboda, van Dijk, Weiß',
  ),
};

/** Names that a screen has to bear. */
const unusualNames = [
  'مريم الخطيب',
  '王小明',
  'Maria Antônia Guimarães de Albuquerque Cavalcanti e Vasconcelos',
  'Kai 🌊 Nakamura',
  'Ng',
];

const brazilianAreas = [
  '11',
  '19',
  '21',
  '27',
  '31',
  '41',
  '47',
  '48',
  '51',
  '61',
  '71',
  '81',
  '85',
];
const americanAreas = ['212', '213', '305', '312', '404', '415', '512', '602', '617', '702', '206'];

/** Where a country keeps numbers for fiction (US 555-01xx, UK 7700 900xxx, FR 6 39 98), from there. */
const europeanPhones = (chance: Chance): Weighted<string> => [
  [`447700900${chance.digits(3)}`, 3],
  [`3363998${chance.digits(4)}`, 3],
  [`4915${chance.int(11, 79)}${chance.digits(7)}`, 3],
  [`346${chance.digits(8)}`, 2],
  [`35191${chance.digits(7)}`, 2],
  [`39347${chance.digits(7)}`, 2],
];

const phones: Record<Region, (chance: Chance) => string> = {
  brazil: (chance) => `55${chance.pick(brazilianAreas)}9${chance.int(6, 9)}${chance.digits(7)}`,
  unitedStates: (chance) => `1${chance.pick(americanAreas)}55501${chance.digits(2)}`,
  europe: (chance) => chance.weighted(europeanPhones(chance)),
};

const mailboxes = ['example.com', 'example.net', 'example.org'];

function emailOf(name: string, chance: Chance): string | null {
  const words = name
    .replaceAll('ß', 'ss')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[øØ]/g, 'o')
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .split(' ')
    .filter(Boolean);
  if (words.length < 2) return null;

  return `${words.slice(0, 3).join('.')}@${chance.pick(mailboxes)}`;
}

/** Somebody who could have filled in the form: mostly one phone, now and then none or a slip. */
export function makePerson(chance: Chance, region: Region): Person {
  const name = chance.happens(0.015)
    ? chance.pick(unusualNames)
    : `${chance.pick(firstNames[region])} ${chance.pick(lastNames[region])}`;
  const phone = phones[region](chance);
  const numbers = chance.weighted([
    [[phone], 85],
    [[phone, phones[region](chance)], 8],
    [[phone.slice(0, -3)], 2],
    [[], 5],
  ]);

  return { name, phones: numbers, email: chance.happens(0.65) ? emailOf(name, chance) : null };
}
