import {
  planTaxNotice,
  planTaxSentences,
  planTaxSums,
  planTaxTitle,
  saleBasisText,
  saleColumns,
  saleFigures,
} from '@depotwerk/domain/contracts/plan-tax-text';
import { planTax, type TaxedHolding, taxRate } from '@depotwerk/engine/analysis/plan-tax';
import { type Block, cell, column, heading, paragraph, row, smallPrint, table } from './report-document.ts';
import type { Plan } from './report-source.ts';

/** What was recorded of neither: paper is made for nobody's exemption order or church. */
const terms = { allowance: 0, churchTaxRate: 0 };

/** Gain and tax of the sales of a plan, in the figures and words of the analysis; nothing where it sells nothing. */
export function planTaxBlocks(plan: Plan, holdings: readonly TaxedHolding[]): Block[] {
  const sells = plan.transactions.filter(({ action }) => action === 'sell');
  if (sells.length === 0) return [];
  const tax = planTax(sells, holdings, terms);
  return [
    heading(planTaxTitle),
    paragraph(`${planTaxNotice.title} ${planTaxNotice.text}`),
    table(
      [column('Fonds', '1fr'), ...Object.values(saleColumns).map((label) => column(label, 'auto', 'right'))],
      tax.sales.map((sale, index) =>
        row(cell(sells[index]?.fundName ?? '', { sub: saleBasisText(sale) }), ...saleFigures(sale)),
      ),
    ),
    table(
      [column('', '1fr'), column('Summe', '38mm', 'right')],
      planTaxSums(tax).map(({ label, value }) => row(label, value)),
    ),
    // One paragraph each: a page may end between them.
    ...[
      ...planTaxSentences(tax, taxRate(terms.churchTaxRate), false),
      'Ein Freistellungsauftrag ist hier nicht abgezogen.',
    ].map(smallPrint),
  ];
}
