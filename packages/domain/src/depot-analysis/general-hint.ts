import { hintTitle } from '../hint-text.ts';

interface GeneralHint {
  readonly severity: 0 | 1 | 2;
  readonly title: string;
  readonly text: string;
}

/**
 * What a finding means for somebody nobody has advised: no fund is named and nothing personal recommended. Findings that
 * only concern the house's own rules have no text.
 */
const texts: Readonly<Record<string, string>> = {
  H01: 'Das Depot schwankt stärker, als es zu den Antworten passt. Weniger riskante Anlagen würden das Risiko senken.',
  H02: 'Das Depot schwankt weniger, als es nach den Antworten möglich wäre. Die Aussicht auf Ertrag ist entsprechend kleiner.',
  H03: 'Für mehr als 5\u00a0% des Werts gibt es keine Risikodaten. Das Risiko des Depots lässt sich deshalb nicht bestimmen.',
  H04: 'Mindestens ein Fonds schneidet im Vergleich mit ähnlichen Fonds schwach ab.',
  H06: 'Mindestens ein Bestand gehört nicht zur Fondsauswahl, mit der hier verglichen wird; über ihn lässt sich weniger sagen.',
  H07: 'Mindestens ein Fonds ist geschlossen, verschmolzen oder aufgelöst.',
  H08: 'Anlagebereiche, die zu den Antworten passen, fehlen im Depot. Eine breitere Aufteilung verringert die Abhängigkeit von einzelnen Märkten.',
  H09: 'Das Depot enthält Anlagebereiche, die zu den Antworten nicht passen.',
  H10: 'Einzelne Anlagebereiche haben ein anderes Gewicht, als es zu den Antworten passt.',
  H11: 'Für mindestens einen Fonds gibt es vergleichbare mit niedrigeren laufenden Kosten.',
  H12: 'Mindestens ein aktiv verwalteter Fonds hat über drei Jahre keinen Mehrertrag gegenüber ähnlichen Fonds erzielt.',
  H13: 'Ein großer Teil des Werts liegt in einem einzigen Fonds oder bei einer einzigen Fondsgesellschaft.',
  H14: 'Für mindestens einen Bestand fehlt ein aktueller Kurs; sein Wert ist unsicher oder nicht enthalten.',
  H17: 'Mindestens ein Bestand ist so klein, dass er kaum etwas bewirkt.',
  H18: 'Mindestens ein Fonds erfüllt die angegebenen Wünsche zur Nachhaltigkeit nicht.',
  H19: 'Der Risikoindikator der Fonds liegt über dem, was zu den Antworten passt.',
  H23: 'Mindestens ein Bestand gehört zu dem, was nach den Antworten ausgeschlossen sein soll.',
  H24: 'Mindestens ein Fonds ist nach den Angaben seines Herstellers nicht für Privatkunden bestimmt.',
};

/** Titles for somebody who has never heard of peer groups and ranks; the others say it plainly already. */
const titles: Readonly<Record<string, string>> = {
  H01: 'Mehr Risiko als gewünscht',
  H02: 'Weniger Risiko als möglich',
  H04: 'Schwach im Vergleich',
  H06: 'Nicht im Vergleich enthalten',
  H07: 'Fonds geschlossen, verschmolzen oder aufgelöst',
  H08: 'Anlagebereiche fehlen',
  H09: 'Anlagebereiche, die nicht passen',
  H10: 'Andere Gewichte',
  H11: 'Niedrigere Kosten möglich',
  H14: 'Kurs fehlt oder ist veraltet',
  H18: 'Wünsche zur Nachhaltigkeit nicht erfüllt',
  H19: 'Hoher Risikoindikator',
  H23: 'Ausgeschlossenes im Depot',
  H24: 'Nicht für Privatkunden bestimmt',
};

/** Findings in general terms, each kind once with its gravest severity, gravest first. */
export function generalHints(
  hints: readonly { readonly code: string; readonly severity: 0 | 1 | 2 }[],
): GeneralHint[] {
  const gravest = new Map<string, 0 | 1 | 2>();
  for (const { code, severity } of hints) {
    const known = gravest.get(code);
    if (known === undefined || severity > known) gravest.set(code, severity);
  }
  return [...gravest]
    .flatMap(([code, severity]) => {
      const text = texts[code];
      return text === undefined ? [] : [{ code, severity, title: titles[code] ?? hintTitle(code), text }];
    })
    .toSorted((a, b) => b.severity - a.severity || (a.code < b.code ? -1 : 1))
    .map(({ severity, title, text }) => ({ severity, title, text }));
}
