import {
  esgData,
  type Fund,
  type FundFigures,
  type FundPrices,
  figureBasis,
  keyFigures,
  priceHistory,
  priceText,
  riskIndicator,
} from './build-fund-profile.ts';
import { facts } from './common-blocks.ts';
import { heading, type ReportDocument, smallPrint } from './report-document.ts';
import { costShare, day, none } from './report-format.ts';

/** A fact sheet of one page from our own data; it says that it is not the company's. */
export function buildFactsheet(fund: Fund, prices: FundPrices, figures: FundFigures): ReportDocument {
  return {
    reportType: 'factsheet',
    title: fund.name,
    subtitle: ['Factsheet', fund.isin, fund.companyName].filter((part) => part !== null).join(' · '),
    subject: `Factsheet ${fund.isin}`,
    keywords: ['Factsheet', fund.isin],
    salutation: '',
    blocks: [
      facts(
        [
          ['ISIN', fund.isin],
          ['WKN', fund.wkn ?? none],
          ['Peergroup', fund.peergroupName ?? none],
          ['Art', fund.isETF ? 'ETF' : 'Investmentfonds'],
          ['Kurs', fund.price === null ? none : `${priceText(fund, fund.price)} (${day(fund.priceDate)})`],
          ['Laufende Kosten p.\u00a0a.', costShare(fund.ongoingFee)],
          ['Rang in der Peergroup', figures.rank === null ? none : `${figures.rank} von 5`],
          [
            'Mindestanlagesumme',
            fund.minimumInvestment === null ? none : priceText(fund, fund.minimumInvestment),
          ],
        ],
        2,
      ),
      ...priceHistory(fund, prices),
      heading('Wertentwicklung und Schwankung'),
      keyFigures(figures),
      smallPrint(figureBasis),
      ...riskIndicator(fund),
      heading('Nachhaltigkeit'),
      facts(esgData(fund), 2),
      {
        kind: 'notice',
        tone: 'info',
        title: 'Kein Dokument der Fondsgesellschaft',
        text:
          'Dieses Factsheet ist aus den in der Anwendung vorliegenden Daten erstellt, weil kein Factsheet der Fondsgesellschaft abgelegt ist. ' +
          'Es ersetzt weder Basisinformationsblatt noch Verkaufsprospekt und ist keine Empfehlung. ' +
          'Wertentwicklungen der Vergangenheit sind kein verlässlicher Hinweis auf die künftige Wertentwicklung.',
      },
    ],
  };
}
