import type { UnitVerdict } from '@depotwerk/domain/fund-units';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';

const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 6 });

const decimalsInstead =
  'Die Überschrift nennt Prozent, geschrieben sind offenbar Dezimalzahlen (1,15\u00a0% = 0,0115). Bitte berichtigen Sie die Überschrift; eingelesen wurde nichts.';

/** The sentence that tells in which column and line the unit is wrong, and what was expected. */
export function refuseUnit(verdict: UnitVerdict): ImportRefused {
  const place = `Spalte „${verdict.column}“, Zeile ${verdict.line}: ${number.format(verdict.value)}`;
  const meaning = `${number.format(verdict.value * 100)}\u00a0%`;
  const end =
    'Die Datei ist offenbar in Prozent statt in Dezimalzahlen geschrieben (1,15\u00a0% = 0,0115) und wurde nicht eingelesen.';
  switch (verdict.fault) {
    case 'typicalPercentTooLow': {
      const written = `Spalte „${verdict.column}“, Zeile ${verdict.line}: ${number.format(verdict.value * 100)}`;
      return new ImportRefused(
        `${written} hieße ${meaning} Kosten im Jahr, und das ist der mittlere Wert der Spalte. ${decimalsInstead}`,
        'import.wrongUnit',
      );
    }
    case 'rateOfOneOrMore':
      return new ImportRefused(`${place} hieße ${meaning} Kosten. ${end}`, 'import.wrongUnit');
    case 'shareAboveOne':
      return new ImportRefused(`${place} hieße ein Anteil von ${meaning}. ${end}`, 'import.wrongUnit');
    case 'typicalRateTooHigh':
      return new ImportRefused(
        `${place} hieße ${meaning} Kosten im Jahr, und das ist der mittlere Wert der Spalte. ${end}`,
        'import.wrongUnit',
      );
    case 'severalRatesTooHigh':
      return new ImportRefused(
        `${place} hieße ${meaning} Kosten im Jahr, und weitere Zeilen sind ebenso hoch. ${end}`,
        'import.wrongUnit',
      );
  }
}
