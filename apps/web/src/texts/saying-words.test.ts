import { describe, expect, it } from 'vitest';
import english from '../../public/assets/i18n/en.json' with { type: 'json' };
import { sayingWords } from './saying-words.ts';

const say = (german: string) => sayingWords(english.words)?.(german);

describe('words of the rules in English', () => {
  it.each([
    ['Vorname', 'First name'],
    ['Höchstens 200 Zeichen sind möglich.', 'At most 200 characters are possible.'],
    ['Der letzte Kurs von Nord und Süd ist 14 Tage alt.', 'The last price of Nord und Süd is 14 days old.'],
    [
      'Die Peergroup Aktien macht in der Klasse 3 45\u00a0% aus.',
      'Peer group Aktien makes up 45\u00a0% in Class 3.',
    ],
  ])('“%s” is “%s”', (german, text) => {
    expect(say(german)).toBe(text);
  });

  it('leave what people wrote, even where it looks a little like a sentence of ours', () => {
    for (const text of ['Müller und Söhne', '3 Fonds', 'Region Nord', 'Kunde ruft zurück.', ''])
      expect(say(text)).toBe(text);
  });

  it('say one sentence after the other', () => {
    expect(say('Empfohlen: Nur Sparplan')).toBe('Recommended: Savings plan only');
    expect(say('Es wird kein Fonds gekauft. Frau Weiß wünscht das.')).toBe(
      'No fund is bought. Frau Weiß wünscht das.',
    );
  });

  it('are left alone without a dictionary', () => {
    expect(sayingWords(undefined)).toBeUndefined();
  });
});
