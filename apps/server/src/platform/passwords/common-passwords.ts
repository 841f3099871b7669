import { dictionary } from '@zxcvbn-ts/language-common';

/** Leaked passwords by how often they were found, lower case, of any length: the list of zxcvbn. */
const leaked = dictionary['passwords-common'];

/**
 * Favourites of this country and this trade that a list from all over the world does not hold. Of passwords of 12
 * characters and more nearly all are a favourite made longer in a few ways, so both these and the leaked ones are
 * looked for between digits and signs, and these are made longer the same ways.
 */
const favourites = `
password passwort passwörter kennwort geheim passw0rd letmein welcome willkommen hallo hello hallowelt hellowelt
helloworld qwertz qwerty qwertzu qwertzui qwertyui qwertyuiop qwertzuiop asdfgh asdfghjkl asdf yxcvbnm zxcvbnm
azerty admin administrator root master superuser superman batman spiderman starwars pokemon minecraft fortnite
dragon monkey shadow sunshine princess prinzessin football fussball fußball baseball basketball hockey soccer
schalke schalke04 bayern bayernmuenchen bvb borussia dortmund werder hamburg berlin muenchen münchen koeln köln
frankfurt stuttgart leipzig dresden hannover nuernberg bremen deutschland germany oesterreich austria schweiz
schatz schatzi liebling iloveyou ichliebedich love liebe mausi maus hasi engel sternchen schnecke schnucki bussi
sommer winter fruehling frühling herbst januar februar maerz april juni juli august september oktober november
dezember montag dienstag mittwoch donnerstag freitag samstag sonntag summer spring autumn january february march
october december monday tuesday wednesday thursday friday saturday sunday michael thomas andreas stefan stephan
alexander christian daniel martin matthias markus sebastian tobias florian patrick philipp dominik benjamin
maximilian johannes jonathan nicole sandra sabine susanne claudia petra monika andrea angelika stefanie stephanie
christina katharina anna julia laura lisa sarah jessica jennifer michelle melanie vanessa jasmin franziska
charlie jordan hunter robert george william joshua matthew anthony ashley amanda samantha elizabeth victoria
computer internet google facebook instagram whatsapp youtube samsung android iphone microsoft windows office
windows10 windows11 apple macbook server system network netzwerk database datenbank service support helpdesk
benutzer user username login anmeldung konto account zugang test tester testing testtest demo example beispiel
default changeme change aendern geaendert geheimnis secret topsecret private privat sicher sicherheit security
secure access zugriff pass passe passphrase passwd kennung pincode schluessel schlüssel sesam sesamoeffnedich
freedom freiheit whatever trustno1 mustang ferrari porsche mercedes volkswagen audi bmw golf harley corvette
ginger pepper cookie banana orange cheese chocolate schokolade kaffee coffee pizza butterfly schmetterling flower
blume rose sonnenblume sonne sunflower rainbow regenbogen diamond diamant silver silber golden killer slayer
ninja samurai warrior phoenix falcon eagle adler tiger panther lion loewe löwe wolf baer horse pferd katze hund
kitty puppy mickey snoopy garfield bubbles buster tigger thunder blitz lightning matrix merlin gandalf frodo
hobbit potter harrypotter hogwarts yoda vader skywalker chelsea liverpool arsenal barcelona realmadrid juventus
ronaldo messi beckham ranger yankees cowboys lakers steelers eagles jesus christus god angel heaven himmel blessed
maria joseph mutter mama papa vater familie family baby kinder bruder schwester freund freundin friends money geld
euro dollar million lottery lotto bank sparkasse volksbank depot fonds versicherung insurance berater beratung
adviser finanzen finance invest investment rente pension musik music guitar gitarre metallica nirvana slipknot
eminem beatles rockstar hiphop techno party sexy bitch fuckyou scheisse scheiße arschloch asshole monster zombie
gaming gamer player playstation nintendo xbox counterstrike warcraft worldofwarcraft leagueoflegends runescape
blink182 abc123 abcdef abcdefg abcdefgh abcd1234 a1b2c3 a1b2c3d4 q1w2e3 q1w2e3r4 1q2w3e 1q2w3e4r 1qaz2wsx
qazwsx qazwsxedc zaq12wsx 12345 123456 1234567 12345678 123456789 1234567890 0123456789 9876543210 987654321
654321 111111 000000 121212 123123 112233 123321 696969 666666 777777 888888 55555 7777777 87654321 11223344
`
  .trim()
  .split(/\s+/);

const endings = [
  '1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 0 00 000 01 007 11 111 1111 22 99 100 666',
  '! !! !!! 1! 12! 123! 1234! 12345! 123456! ? ?? . .. ... # * $ € @ 1# 123# 1? 123? 1. 123.',
  '2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027',
  '2020! 2021! 2022! 2023! 2024! 2025! 2026! 2027! 1970 1975 1980 1985 1990 1995 2000',
  'abc abcd abc123 qwe qwertz qwerty asdf xyz -1 -123 _1 _123 _2024 _2025 _2026 -2024 -2025 -2026',
]
  .join(' ')
  .split(' ');

const minimumLength = 12;
const letterOf: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** Lower case, and digits read as the letters they stand for: `P4ssw0rt` is `passwort`. */
export function foldPassword(password: string): string {
  return password.toLowerCase().replaceAll(/[013457@$]/g, (sign) => letterOf[sign] ?? sign);
}

let built: ReadonlySet<string> | undefined;

/** Every common password of 12 characters and more, in lower case. */
export function commonPasswords(): ReadonlySet<string> {
  built ??= new Set([...leaked, ...allCandidates()].filter((candidate) => candidate.length >= minimumLength));
  return built;
}

function allCandidates(): string[] {
  return favourites.flatMap((word) => [
    word,
    word + word,
    word + word + word,
    word + [...word].toReversed().join(''),
    ...endings.flatMap((ending) => [word + ending, word + word + ending, ending + word]),
  ]);
}

/** Shorter ones are parts of too many words. */
const shortestLeakedWord = 5;
const words = [...favourites, ...leaked.filter((word) => word.length >= shortestLeakedWord)];
const favouriteWords = new Set([...words, ...words.map(foldPassword)]);

/** True for one favourite, however often repeated, between digits and signs: `!!Sommer_2026`. */
export function isFavouriteInDisguise(password: string): boolean {
  const inner = password.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const folded = foldPassword(password).replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [inner, foldPassword(inner), folded, password.toLowerCase()].some((text) =>
    favouriteWords.has(shortestUnit(text)),
  );
}

/** The part a text repeats: `abcabc` → `abc`; the text itself when it repeats nothing. */
export function shortestUnit(text: string): string {
  const position = `${text}${text}`.indexOf(text, 1);
  return position > 0 && position < text.length ? text.slice(0, position) : text;
}
