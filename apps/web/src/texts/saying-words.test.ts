import { describe, expect, it } from 'vitest';
import english from '../../public/assets/i18n/en.json' with { type: 'json' };
import { englishFigure } from './english-figures.ts';
import { sayingWords } from './saying-words.ts';

const say = (german: string) => sayingWords(english.words, englishFigure)?.(german);

describe('words of the rules in English', () => {
  it.each([
    ['Vorname', 'First name'],
    ['Höchstens 200 Zeichen sind möglich.', 'At most 200 characters are possible.'],
    ['Der letzte Kurs von Nord und Süd ist 14 Tage alt.', 'The last price of Nord und Süd is 14 days old.'],
    [
      'Die Peergroup Aktien macht in der Klasse 3 45\u00a0% aus.',
      'Peer group Aktien makes up 45% in Class 3.',
    ],
  ])('“%s” is “%s”', (german, text) => {
    expect(say(german)).toBe(text);
  });

  it('leave what people wrote, even where it looks a little like a sentence of ours', () => {
    for (const text of ['Müller und Söhne', 'Fonds 3', 'Region Nord', 'Kunde ruft zurück.', ''])
      expect(say(text)).toBe(text);
  });

  it.each([
    [
      'Nord (thes.) ist geschlossen. Bitte empfehlen Sie einen anderen Fonds.',
      'Nord (thes.) is closed. Please recommend another fund.',
    ],
    [
      'Nord hat den Risikoindikator 6; der Tarif erlaubt höchstens 5. Bitte wählen Sie einen anderen Fonds.',
      'Nord has risk indicator 6; the tariff allows at most 5. Please choose another fund.',
    ],
  ])('say what is asked for behind what is wrong: “%s”', (german, text) => {
    expect(say(german)).toBe(text);
  });

  it.each([
    ['3 Jahre', '3 years'],
    ['1,5 Jahre', '1.5 years'],
    [
      'Die Geldreserve von 1.000,00\u00a0€ wird nicht angelegt; mit einer kleineren Reserve ließe es sich beheben.',
      'The cash reserve of €1,000.00 is not invested; with a smaller reserve it could be remedied.',
    ],
    [
      'Der kleinste Eingriff, der hilft: 2 Fehler und eine Warnung werden behoben, eine Warnung zum Teil; alles andere bleibt, wie es ist.',
      'The smallest intervention that helps: 2 errors and one warning are remedied, one warning in part; everything else stays as it is.',
    ],
    [
      'Der kleinste Eingriff, der hilft: eine Warnung wird behoben, ein Fehler zum Teil (3 von 4 Punkten), 2 Warnungen werden zu Hinweisen, ein Hinweis kommt hinzu; alles andere bleibt, wie es ist. Die Bewertung bleibt bei 49: Offene Fehler begrenzen sie.',
      'The smallest intervention that helps: one warning is remedied, one error in part (3 of 4 points), 2 warnings become notes, one note is added; everything else stays as it is. The score stays at 49: open errors limit it.',
    ],
    [
      'ab 5 Jahren vor dem Ende höchstens Risikoklasse 3; ab 1 Jahr vor dem Ende höchstens Risikoklasse 1',
      'from 5 years before the end, risk class 3 at most; from 1 year before the end, risk class 1 at most',
    ],
    [
      'Zu Öl und Gas, Dr. Nord und Süd fehlt jeweils das Basisinformationsblatt.',
      'There is no key information document for Öl und Gas, Dr. Nord and Süd.',
    ],
    [
      'Die Kurse von Dr. Nord, Ost und Süd sind 6.824 Tage alt; vor den Aufträgen sind sie zu aktualisieren.',
      'The prices of Dr. Nord, Ost and Süd are 6,824 days old; they must be updated before the orders.',
    ],
    [
      'Zu Nord und Süd fehlen jeweils Angaben zum Zielmarkt (Kundentyp).',
      'For Nord and Süd, details of the target market are missing (client type).',
    ],
    [
      'Dr. Nord, Ost und Süd sind ausgeschlossen und werden noch bespart.',
      'Dr. Nord, Ost and Süd are excluded and are still saved into.',
    ],
    ['85 bis 100', '85 to 100'],
    ['Vorname: Nord · Zugang: nein', 'First name: Nord · access: nein'],
    [
      'Das Risiko beträgt 25,19\u00a0%. Das Band der Risikoklasse reicht von 35,0\u00a0% bis 65,0\u00a0%. Weicht ab: Nord und Süd.',
      'The risk is 25.19%. The band of the risk class ranges from 35.0% to 65.0%. Deviates: Nord and Süd.',
    ],
    ['Der letzte Kurs von Dr. Süd ist 14 Tage alt.', 'The last price of Dr. Süd is 14 days old.'],
  ])('and what is inserted: “%s”', (german, text) => {
    expect(say(german)).toBe(text);
  });

  it('keep the notation of a file, which is not the reader’s', () => {
    expect(
      say(
        'Anteile: „1.234,5x“ ist keine Zahl der Form 1.234,56. Kurs: „12,5“ ist keine Zahl der Form 1,234.56.',
      ),
    ).toBe(
      'Anteile: „1.234,5x“ is no number of the form 1.234,56 (as in German files). Kurs: „12,5“ is no number of the form 1,234.56.',
    );
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
