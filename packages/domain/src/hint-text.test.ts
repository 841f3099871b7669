import { describe, expect, it } from 'vitest';
import { type HintFinding, hintText, hintTitle } from './hint-text.ts';

const isin = 'DE0005140008';
const names = new Map([
  [isin, 'Alter Fonds'],
  ['IE00B4L5Y983', 'Welt ETF'],
]);
const say = (code: string, values: HintFinding['values'], more: Partial<HintFinding> = {}, isSaved = false) =>
  hintText(
    { code, subject: isin, values, suggestion: null, ...more },
    {
      nameOf: (key) => names.get(key) ?? key,
      band: { low: 7, high: 9.5 },
      isSaved,
      wantedSustainableShare: 0.2,
    },
  ).text;
const suggestion = 'IE00B4L5Y983';
const whole = { subject: 'portfolio' };
const group = { subject: 'Aktien Welt' };

describe('texts of hints', () => {
  it.each([
    [
      'H01',
      say('H01', { measure: 12.345 }, whole),
      'Das Risiko beträgt 12,35 %. Das Band der Risikoklasse reicht von 7,0 % bis 9,5 %.',
    ],
    [
      'H02',
      say('H02', { measure: 5 }, whole),
      'Das Risiko beträgt 5,00 %. Das Band der Risikoklasse reicht von 7,0 % bis 9,5 %.',
    ],
    [
      'H03',
      say('H03', { unknownShare: 0.43 }, whole),
      'Für 43,0 % des Werts fehlen Risikodaten. Das Risiko des Vertrags lässt sich nicht bestimmen.',
    ],
    [
      'H04',
      say('H04', { rank: 2, minimumRank: 3 }, { suggestion }),
      'Alter Fonds hat Rang 2, verlangt ist mindestens Rang 3. Vorschlag: Welt ETF.',
    ],
    ['H05', say('H05', { weight: 0.1 }), 'Alter Fonds hat keinen Rang. Der Tarif verlangt Fonds mit Rang.'],
    [
      'H06',
      say('H06', { weight: 0.213 }),
      'Alter Fonds (21,3 % des Werts) gehört nicht zur Fondsauswahl des Tarifs.',
    ],
    ['H07', say('H07', { status: 'closed', successor: null }), 'Alter Fonds ist geschlossen.'],
    ['H07 liquidated', say('H07', { status: 'liquidated', successor: null }), 'Alter Fonds ist aufgelöst.'],
    ['H07 merged', say('H07', { status: 'merged', successor: null }), 'Alter Fonds ist verschmolzen.'],
    [
      'H07 merged into one',
      say('H07', { status: 'merged', successor: suggestion }, { suggestion }),
      'Alter Fonds ist auf Welt ETF verschmolzen.',
    ],
    [
      'H07 merged into one that is ruled out',
      say('H07', { status: 'merged', successor: 'LU0000000009' }, { suggestion }, true),
      'Alter Fonds ist auf LU0000000009 verschmolzen. Er wird noch bespart. Vorschlag: Welt ETF.',
    ],
    [
      'H07 saved',
      say('H07', { status: 'closed', successor: null }, { suggestion }, true),
      'Alter Fonds ist geschlossen. Er wird noch bespart. Vorschlag: Welt ETF.',
    ],
    [
      'H08',
      say('H08', { target: 0.1 }, group),
      'Aktien Welt soll 10,0 % ausmachen, ist aber nicht im Bestand.',
    ],
    [
      'H09',
      say('H09', { weight: 0.04 }, group),
      'Aktien Welt macht 4,0 % aus, gehört aber nicht zur Zielaufteilung.',
    ],
    [
      'H10',
      say('H10', { weight: 0.3, target: 0.2 }, group),
      'Aktien Welt macht 30,0 % aus, das Ziel ist 20,0 %.',
    ],
    [
      'H11',
      say('H11', { ter: 0.0175, difference: 0.012, savingPerYear: 1234.5 }, { suggestion }),
      'Alter Fonds kostet 1,75 % p. a. Mit Welt ETF (0,55 % p. a.) werden jährlich 1.234,50 € gespart.',
    ],
    [
      'H12',
      say('H12', { informationRatio: -0.25 }),
      'Alter Fonds hat über drei Jahre keinen Mehrertrag gegenüber seiner Peergroup erzielt (Information-Ratio −0,25).',
    ],
    [
      'H13',
      say('H13', { weight: 0.5, limit: 0.4 }),
      'Alter Fonds macht 50,0 % des Werts aus, mehr als 40,0 %.',
    ],
    [
      'H13 company',
      say('H13', { weight: 0.7, limit: 0.6 }, { subject: 'Haus AG' }),
      'Fonds der Gesellschaft Haus AG machen 70,0 % des Werts aus, mehr als 60,0 %.',
    ],
    ['H14', say('H14', { age: 12 }), 'Der letzte Kurs von Alter Fonds ist 12 Tage alt.'],
    ['H14', say('H14', { age: 6817 }), 'Der letzte Kurs von Alter Fonds ist 6.817 Tage alt.'],
    ['H14', say('H14', { age: -1 }), 'Der letzte Kurs von Alter Fonds trägt ein Datum in der Zukunft.'],
    [
      'H14 none',
      say('H14', { age: null }),
      'Für Alter Fonds liegt kein Kurs vor; im Wert des Vertrags ist dieser Bestand nicht enthalten, sein Risiko ist deshalb unbekannt.',
    ],
    ['H15', say('H15', { overlap: 81.25 }), 'Der Sparplan stimmt zu 81,3 % mit der Zielaufteilung überein.'],
    ['H16', say('H16', { sum: 95 }), 'Die Anteile des Sparplans ergeben zusammen 95,0 %.'],
    ['H17', say('H17', { weight: 0.0042 }), 'Alter Fonds macht nur 0,42 % des Werts aus.'],
    [
      'H18',
      say('H18', { sustainableShare: 0.1 }),
      'Alter Fonds sagt mindestens 10,0 % nachhaltige Investitionen zu, gewünscht sind 20,0 %.',
    ],
    [
      'H19',
      say('H19', { sri: 5, limit: 4 }),
      'Alter Fonds hat den Gesamtrisikoindikator 5, die Grenze von Risikoklasse und Tarif liegt bei 4.',
    ],
    [
      'H19 mean',
      say('H19', { sri: 4.25, limit: 4 }, whole),
      'Der mittlere Gesamtrisikoindikator beträgt 4,25, die Grenze von Risikoklasse und Tarif liegt bei 4.',
    ],
    [
      'H20',
      say('H20', { cash: 1500, share: 0.12 }, whole),
      'Der Geldbestand beträgt 1.500,00 €, 12,0 % des Werts liegen über der Reserve.',
    ],
    [
      'H20 below zero',
      say('H20', { cash: -1500, share: -0.12 }, whole),
      'Das sonstige Guthaben ist mit 1.500,00 € im Minus; ausgleichen lässt es sich auch durch eine Einzahlung.',
    ],
    [
      'H21',
      say('H21', { gain: 3000, limit: 2500 }),
      'Ein Verkauf von Alter Fonds würde Gewinne von 3.000,00 € realisieren, mehr als 2.500,00 €.',
    ],
    [
      'H23',
      say('H23', { kind: 'region', excluded: 'northAmerica' }),
      'Alter Fonds fällt unter die festgehaltenen Ausschlüsse (Region Nordamerika).',
    ],
    [
      'H24',
      say('H24', { dimensions: 'Kundentyp, Verlusttragfähigkeit' }),
      'Für Alter Fonds gilt der negative Zielmarkt (Kundentyp, Verlusttragfähigkeit).',
    ],
  ])('%s', (_code, text, expected) => {
    expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(expected);
  });

  it('gives every code a title of its own, and refuses others', () => {
    const codes = Array.from({ length: 21 }, (_, k) => `H${String(k + 1).padStart(2, '0')}`).concat(
      'H23',
      'H24',
    );
    expect(new Set(codes.map(hintTitle)).size).toBe(23);
    expect(() => say('H22', {})).toThrow('H22');
  });

  it('names the share a fund does not promise, and each of them where it promises neither', () => {
    const told = (values: HintFinding['values'], wanted: number | null) =>
      hintText(
        { code: 'H18', subject: 'LU0000000001', values, suggestion: null },
        {
          nameOf: () => 'Alter Fonds',
          band: null,
          isSaved: false,
          wantedSustainableShare: wanted,
          wantedTaxonomyShare: 0.3,
        },
      ).text.replaceAll(/[\u00a0\u202f]/g, ' ');
    const taxonomy =
      'Alter Fonds sagt mindestens 5,0 % Investitionen nach der Taxonomie-Verordnung zu, gewünscht sind 30,0 %.';
    const sustainable =
      'Alter Fonds sagt mindestens 20,0 % nachhaltige Investitionen zu, gewünscht sind 25,0 %.';
    const none = 'Alter Fonds berücksichtigt die gewünschten Nachhaltigkeitsfaktoren nicht.';
    expect(told({ sustainableShare: 0.2, taxonomyShare: 0.05 }, 0.2)).toBe(taxonomy);
    expect(told({ sustainableShare: 0.2, taxonomyShare: 0.3 }, 0.25)).toBe(sustainable);
    expect(told({ sustainableShare: 0.2, taxonomyShare: 0.05 }, 0.25)).toBe(`${taxonomy} ${sustainable}`);
    expect(told({ sustainableShare: 0.2, taxonomyShare: 0.3 }, null)).toBe(none);
  });
});
