import { listed } from '../planning/count-text.ts';
import type { AdviceFund } from './advice-input.ts';
import type { AdviceFinding as Finding } from './purchase-for-client.ts';

/**
 * Whether a fund is an open-ended real estate fund: its group is of real estate, and it holds less than a quarter in shares, as the tax
 * estimate tells them from funds of property companies. A fund traded on an exchange is sold there.
 */
const isGivenBackWithNotice = ({ sector, equityQuota, isEtf }: AdviceFund): boolean =>
  sector === 'realEstate' && !isEtf && equityQuota !== null && equityQuota < 0.25;

/**
 * Sales of open-ended real estate funds, which are not given back on the day they are ordered: KAGB, section 255, asks for 24 months of
 * holding and 12 months of notice for units bought since 22 July 2013. Neither the day of the purchase nor the notice is known
 * here, so the sale is named and no date is.
 *
 * @param sold funds of which less is held afterwards
 */
export const noticeFindings = (sold: readonly AdviceFund[]): Finding[] => {
  const bound = sold.filter(isGivenBackWithNotice);
  if (bound.length === 0) return [];
  const names = listed(bound.map(({ name }) => name));
  return [
    [
      'warning',
      bound.length === 1
        ? `${names} ist ein offener Immobilienfonds: Anteile, die seit dem 22.07.2013 gekauft wurden, gibt man frühestens nach 24 Monaten und mit 12 Monaten Kündigungsfrist zurück (§ 255 KAGB). Der Verkauf ist nicht sofort ausführbar; bitte klären Sie den Termin, bevor Sie mit dem Erlös planen.`
        : `${names} sind offene Immobilienfonds: Anteile, die seit dem 22.07.2013 gekauft wurden, gibt man frühestens nach 24 Monaten und mit 12 Monaten Kündigungsfrist zurück (§ 255 KAGB). Die Verkäufe sind nicht sofort ausführbar; bitte klären Sie die Termine, bevor Sie mit dem Erlös planen.`,
    ],
  ];
};
