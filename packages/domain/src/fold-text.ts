/**
 * Folding of texts for search and German sorting. The database does the same in fold_text(); both are
 * tested against the same examples, so a browser can mark what the database found.
 */
const accented: readonly (readonly [plain: string, letters: string])[] = [
  ['a', 'àáâãåāăąÀÁÂÃÅĀĂĄ'],
  ['c', 'çćĉċčÇĆĈĊČ'],
  ['d', 'ďđðĎĐÐ'],
  ['e', 'èéêëēĕėęěÈÉÊËĒĔĖĘĚ'],
  ['g', 'ĝğġģĜĞĠĢ'],
  ['h', 'ĥħĤĦ'],
  ['i', 'ìíîïĩīĭįıÌÍÎÏĨĪĬĮİ'],
  ['j', 'ĵĴ'],
  ['k', 'ķĶ'],
  ['l', 'ĺļľłĹĻĽŁ'],
  ['n', 'ñńņňÑŃŅŇ'],
  ['o', 'òóôõøōŏőÒÓÔÕØŌŎŐ'],
  ['r', 'ŕŗřŔŖŘ'],
  ['s', 'śŝşšșŚŜŞŠȘ'],
  ['t', 'ţťŧțŢŤŦȚ'],
  ['u', 'ùúûũūŭůűųÙÚÛŨŪŬŮŰŲ'],
  ['w', 'ŵŴ'],
  ['y', 'ýÿŷÝŸŶ'],
  ['z', 'źżžŹŻŽ'],
  ['ae', 'äÄæÆ'],
  ['oe', 'öÖœŒ'],
  ['ue', 'üÜ'],
  ['ss', 'ßẞ'],
  ['th', 'þÞ'],
];

const plainByLetter = new Map(
  accented.flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain] as const)),
);

/**
 * Lower case, ae/oe/ue/ss for umlauts and sharp s, no accents, every run of ASCII punctuation and
 * white space one space, trimmed: `Müller-Lüdenscheidt` becomes `mueller luedenscheidt`.
 */
export function foldText(text: string): string {
  let folded = '';
  for (const letter of text.normalize('NFC')) {
    folded += letter >= 'A' && letter <= 'Z' ? letter.toLowerCase() : (plainByLetter.get(letter) ?? letter);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters count as punctuation here
  return folded.replace(/[\u0001-\u002f\u003a-\u0060\u007b-\u007f]+/g, ' ').replace(/^ +| +$/g, '');
}
