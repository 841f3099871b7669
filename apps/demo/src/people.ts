/** Names and addresses of invented customers. Any likeness is chance: they are drawn independently. */
import type { Random } from './random.ts';

const femaleNames = [
  'Anna',
  'Brigitte',
  'Charlotte',
  'Claudia',
  'Dörte',
  'Elfriede',
  'Elif',
  'Emma',
  'Franziska',
  'Gabriele',
  'Gisela',
  'Hannelore',
  'Heike',
  'Ingrid',
  'Jana',
  'Karin',
  'Käthe',
  'Katharina',
  'Lena',
  'Leonie',
  'Magdalena',
  'Margarete',
  'Marie',
  'Monika',
  'Nadine',
  'Petra',
  'Renate',
  'Sabine',
  'Sofia',
  'Stefanie',
  'Susanne',
  'Theresa',
  'Ursula',
  'Vanessa',
  'Yıldız',
  'Zoë',
  'Änne',
  'Özlem',
  'Ülkü',
] as const;
const maleNames = [
  'Achim',
  'Andreas',
  'Björn',
  'Christian',
  'Detlef',
  'Dieter',
  'Felix',
  'Florian',
  'François',
  'Günter',
  'Günther',
  'Hans-Jürgen',
  'Heinz',
  'Holger',
  'Jan',
  'Jörg',
  'Jürgen',
  'Karl-Heinz',
  'Klaus',
  'Lars',
  'Lukas',
  'Manfred',
  'Markus',
  'Matthias',
  'Maximilian',
  'Mehmet',
  'Michael',
  'Moritz',
  'Niklas',
  'Norbert',
  'Paul',
  'Peter',
  'Rainer',
  'Rüdiger',
  'Sören',
  'Stefan',
  'Thomas',
  'Torsten',
  'Uwe',
  'Wolfgang',
  'Łukasz',
  'Ömer',
] as const;
const commonNames = [
  'Müller',
  'Schmidt',
  'Schneider',
  'Fischer',
  'Weber',
  'Meyer',
  'Wagner',
  'Becker',
  'Schulz',
  'Hoffmann',
  'Schäfer',
  'Koch',
  'Bauer',
  'Richter',
  'Klein',
  'Wolf',
  'Schröder',
  'Neumann',
  'Schwarz',
  'Zimmermann',
  'Braun',
  'Krüger',
  'Hofmann',
  'Hartmann',
  'Lange',
  'Schmitt',
  'Werner',
  'Krause',
  'Meier',
  'Lehmann',
  'Köhler',
  'Maier',
  'Böhm',
  'Groß',
  'Günther',
  'Jäger',
  'König',
  'Möller',
  'Weiß',
  'Yılmaz',
  'Nowak',
  'Öztürk',
] as const;
/** Rarer names are put together from these; with the common ones some eleven hundred in all. */
const nameHeads = [
  'Acker',
  'Alten',
  'Bach',
  'Berg',
  'Birken',
  'Brack',
  'Buch',
  'Dorn',
  'Eichen',
  'Erlen',
  'Feld',
  'Finken',
  'Föhren',
  'Geiß',
  'Grün',
  'Hasel',
  'Heiden',
  'Hirsch',
  'Höfer',
  'Kalten',
  'Kreuz',
  'Linden',
  'Löwen',
  'Mühl',
  'Neuen',
  'Oster',
  'Rauh',
  'Reh',
  'Sand',
  'Stein',
  'Tannen',
  'Ufer',
  'Vogel',
  'Wald',
  'Wein',
  'Wiesen',
  'Zell',
  'Öster',
] as const;
const nameTails = [
  'auer',
  'bauer',
  'beck',
  'berger',
  'born',
  'brink',
  'dörfer',
  'eder',
  'feld',
  'gruber',
  'häuser',
  'hauser',
  'heim',
  'hofer',
  'horst',
  'huber',
  'kamp',
  'kötter',
  'länder',
  'leitner',
  'mann',
  'meier',
  'moser',
  'müller',
  'rieder',
  'röder',
  'schmid',
  'stätter',
] as const;
const titles = ['Dr.', 'Dr.', 'Dr.', 'Prof. Dr.', 'Dipl.-Ing.'] as const;
const streets = [
  'Ahornweg',
  'Amselstraße',
  'Am Mühlbach',
  'An der Gärtnerei',
  'Bahnhofstraße',
  'Birkenallee',
  'Dorfstraße',
  'Eichendorffweg',
  'Gartenstraße',
  'Goethestraße',
  'Hauptstraße',
  'Im Grüntal',
  'Kastanienweg',
  'Kirchgasse',
  'Lindenstraße',
  'Marktplatz',
  'Mörikestraße',
  'Ringstraße',
  'Röntgenstraße',
  'Schillerstraße',
  'Schloßallee',
  'Südring',
  'Talstraße',
  'Waldweg',
  'Wiesengrund',
] as const;
const cities = [
  ['10', 'Berlin'],
  ['20', 'Hamburg'],
  ['28', 'Bremen'],
  ['30', 'Hannover'],
  ['40', 'Düsseldorf'],
  ['48', 'Münster'],
  ['50', 'Köln'],
  ['55', 'Mainz'],
  ['60', 'Frankfurt am Main'],
  ['66', 'Saarbrücken'],
  ['70', 'Stuttgart'],
  ['72', 'Tübingen'],
  ['80', 'München'],
  ['90', 'Nürnberg'],
  ['97', 'Würzburg'],
  ['99', 'Erfurt'],
  ['01', 'Dresden'],
  ['04', 'Leipzig'],
  ['18', 'Rostock'],
  ['23', 'Lübeck'],
  ['24', 'Kiel'],
  ['37', 'Göttingen'],
  ['38', 'Braunschweig'],
  ['44', 'Dortmund'],
  ['79', 'Freiburg im Breisgau'],
] as const;

export interface Person {
  readonly salutation: 'Frau' | 'Herr';
  readonly title: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Letters of a name as they stand in a mail address. */
export function mailPart(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replace(/[^a-z-]/g, '');
}

/** A person; about half the family names are common ones, some are double names. */
export function drawPerson(random: Random): Person {
  const isFemale = random.chance(0.51);
  const family = (): string =>
    random.chance(0.5) ? random.pick(commonNames) : random.pick(nameHeads) + random.pick(nameTails);
  const lastName = random.chance(0.04) ? `${family()}-${family()}` : family();
  const first = random.pick(isFemale ? femaleNames : maleNames);
  return {
    salutation: isFemale ? 'Frau' : 'Herr',
    title: random.chance(0.05) ? random.pick(titles) : '',
    firstName: first,
    lastName,
  };
}

export interface Address {
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
}

export function drawAddress(random: Random): Address {
  const [zip, city] = random.pick(cities);
  return {
    street: `${random.pick(streets)} ${random.int(1, 140)}${random.chance(0.1) ? random.pick(['a', 'b', 'c']) : ''}`,
    postalCode: `${zip}${String(random.int(1, 999)).padStart(3, '0')}`,
    city,
  };
}
