/** German titles and texts of hints, with the values they rest on. */
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { formatPercent } from '@depotwerk/domain/percent';
import type { DemoMarket, FoundHint } from './contract-check.ts';
import { peergroups } from './market-parameters.ts';

const percents = new Map<number, string>();

/** Percent with one decimal; the thousand usual values are formatted once. */
function percent(fraction: number): string {
  const tenths = Math.round(fraction * 1000);
  let text = percents.get(tenths);
  if (text === undefined) {
    text = formatPercent(tenths / 1000, 1, 1);
    percents.set(tenths, text);
  }
  return text;
}

export interface HintText {
  readonly title: string;
  readonly text: string;
}

/** Title and text of a found hint (engine rules, section 12). */
export function hintText(hint: FoundHint, market: DemoMarket): HintText {
  const fund = market.funds[(hint.fundIds[0] ?? 0) - 1]?.name ?? '';
  const suggested = market.funds[(hint.suggestedFundIds[0] ?? 0) - 1]?.name;
  const group = peergroups[(hint.peergroupId ?? 0) - 1]?.name ?? '';
  const actual = hint.actual ?? 0;
  const target = hint.target ?? 0;
  const range = hint.range ?? 0;
  const alternative = suggested === undefined ? '' : ` Vorschlag: ${suggested}.`;
  const band = `${percent(Math.max(0, target - range))} bis ${percent(target + range)}`;
  switch (hint.hintId) {
    case 1:
      return {
        title: 'Risiko über dem Band',
        text: `Das Risiko beträgt ${formatPercent(actual, 2, 2)}. Das Band der Risikoklasse reicht von ${band}.`,
      };
    case 2:
      return {
        title: 'Risiko unter dem Band',
        text: `Das Risiko beträgt ${formatPercent(actual, 2, 2)}. Das Band der Risikoklasse reicht von ${band}.`,
      };
    case 4:
      return {
        title: 'Fonds unter dem Mindestrang',
        text: `${fund} hat Rang ${actual}, verlangt ist mindestens Rang ${target}.${alternative}`,
      };
    case 6:
      return {
        title: 'Fonds nicht in der Fondsauswahl',
        text: `${fund} (${percent(actual)} des Werts) gehört nicht zur Fondsauswahl des Tarifs.${alternative}`,
      };
    case 7:
      return {
        title: 'Fonds geschlossen',
        text: `${fund} ist geschlossen oder aufgelöst${hint.scope === 'savingsPlan' ? ' und wird noch bespart' : ''}.${alternative}`,
      };
    case 8:
      return {
        title: 'Fehlende Peergroup',
        text: `${group} soll ${percent(target)} ausmachen, ist aber nicht im Bestand.${alternative}`,
      };
    case 9:
      return {
        title: 'Überzählige Peergroup',
        text: `${group} macht ${percent(actual)} aus, gehört aber nicht zur Zielallokation.`,
      };
    case 10:
      return {
        title: 'Abweichung von der Zielallokation',
        text: `${group} macht ${percent(actual)} aus, das Ziel ist ${percent(target)}. Die Schwelle liegt bei ${percent(range)}.`,
      };
    case 11:
      return {
        title: 'Günstigerer Fonds verfügbar',
        text: `${fund} kostet ${formatPercent(actual, 2, 2)} p. a. Mit ${suggested ?? 'einem gleichwertigen Fonds'} (${formatPercent(target, 2, 2)} p. a.) werden jährlich ${formatMoney(range)} gespart.`,
      };
    case 12:
      return {
        title: 'ETF als Alternative',
        text: `${fund} hat über drei Jahre keinen Mehrertrag gegenüber seiner Peergroup erzielt (Information-Ratio ${formatNumberDe(actual, 2, 2)}).${alternative}`,
      };
    case 13:
      return hint.fundIds.length > 1
        ? {
            title: 'Klumpenrisiko',
            text: `Fonds einer Gesellschaft machen ${percent(actual)} des Werts aus, mehr als ${percent(target)}.`,
          }
        : {
            title: 'Klumpenrisiko',
            text: `${fund} macht ${percent(actual)} des Werts aus, mehr als ${percent(target)}.`,
          };
    case 14:
      return { title: 'Kurs veraltet', text: `Der letzte Kurs von ${fund} ist ${actual} Tage alt.` };
    case 15:
      return {
        title: 'Sparplan weicht ab',
        text: `Der Sparplan stimmt zu ${percent(actual)} mit der Zielallokation überein.`,
      };
    case 16:
      return {
        title: 'Sparplan ergibt nicht 100 %',
        text: `Die Anteile des Sparplans ergeben zusammen ${percent(actual)}.`,
      };
    case 17:
      return {
        title: 'Sehr kleine Position',
        text: `${fund} macht nur ${formatPercent(actual, 2, 2)} des Werts aus.`,
      };
    case 18:
      return {
        title: 'Nachhaltigkeitspräferenz verletzt',
        text: `${fund} sagt mindestens ${percent(actual)} nachhaltige Investitionen zu, gewünscht sind ${percent(target)}.`,
      };
    default:
      throw new Error(`No text for hint ${hint.hintId}.`);
  }
}
