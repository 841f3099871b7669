import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import type { TaxedHolding } from '@depotwerk/engine/analysis/plan-tax';
import { oneOffTable, thirdPartyText, unknownFeesOf } from './build-cost-information.ts';
import { contractLine, salutationOf } from './common-blocks.ts';
import {
  beforeAfterTable,
  limitsNotice,
  orderTable,
  outdatedNotice,
  planBand,
  planChecks,
  planGroups,
  recommendationNotice,
  savingsChangeTable,
  scoreNote,
} from './plan-blocks.ts';
import { planTaxBlocks } from './plan-tax-blocks.ts';
import { type Block, heading, paragraph, type ReportDocument, smallPrint } from './report-document.ts';
import { day, money, ratePoints } from './report-format.ts';
import type { BuildOptions, ContractSource, Plan } from './report-source.ts';

/**
 * A plan as it lies before the client: what changes, each order with its reason, what it costs, what was checked.
 *
 * @param taxed what is held, for the estimate of gain and tax; null where the funds are not the client's own
 */
export function buildOptimization(
  source: ContractSource,
  plan: Plan,
  options: BuildOptions & { readonly withReasons: boolean },
  taxed: readonly TaxedHolding[] | null,
): ReportDocument {
  const { contract } = source.detail;
  const measure = riskMeasureName(contract.risk);
  const blocks: Block[] = [
    paragraph(
      `wir schlagen Ihnen vor, Ihren Vertrag ${contract.externalKey} zu optimieren (${proposalModeNames[plan.mode]}). Was sich ändert und warum, lesen Sie hier.`,
    ),
    ...outdatedNotice(plan),
    ...recommendationNotice(plan.recommended, plan),
    ...limitsNotice(plan),
    heading('Auf einen Blick'),
    beforeAfterTable(plan, measure),
    ...scoreNote(plan),
    heading('Risiko'),
  ];
  if (options.withCharts) blocks.push(planBand(plan, measure));
  blocks.push(heading('Aufteilung'), planGroups(plan, options.withCharts), heading('Aufträge'));
  if (plan.transactions.length === 0) {
    blocks.push(paragraph('Der Vorschlag enthält keine Aufträge; das Portfolio bleibt, wie es ist.'));
  } else {
    blocks.push(orderTable(plan, options.withReasons));
  }
  if (plan.savingsPlanChanges.length > 0) {
    blocks.push(heading('Beitragsaufteilung'), savingsChangeTable(plan));
  }
  blocks.push(heading('Kosten der Umsetzung'), oneOffTable(plan), paragraph(costSentence(plan)));
  blocks.push(...unknownFeesOf(plan));
  // What others pay the adviser for it stands beside the costs on screen too, also that nobody knows it.
  blocks.push(paragraph(thirdPartyText(plan.costs.thirdParty)));
  if (taxed !== null) blocks.push(...planTaxBlocks(plan, taxed));
  if (plan.checks.length > 0) blocks.push(heading('Prüfungen'), planChecks(plan));
  blocks.push(
    smallPrint(
      'Beträge und Anteile beruhen auf den Kursen bei Erstellung des Vorschlags. Die Ausführung erfolgt zu den Kursen des Ausführungstages; Abweichungen sind möglich.',
    ),
  );
  return {
    reportType: 'optimization',
    title: 'Optimierungsbericht',
    subtitle: contractLine(source),
    subject: `Vorgeschlagene Optimierung des Vertrags ${contract.externalKey} vom ${day(plan.createdAt)}`,
    keywords: ['Optimierungsbericht', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks,
  };
}

export function costSentence({ costs }: Plan): string {
  if (costs.perYearEuro === null || costs.returnEffect === null)
    return 'Wie sich die laufenden Kosten ändern, ist nicht bekannt: Für gehandelte Fonds liegen keine vor.';
  if (costs.perYearEuro > 0) {
    return `Danach sinken die laufenden Kosten um ${money(costs.perYearEuro)} im Jahr; die Rendite steigt dadurch um ${ratePoints(costs.returnEffect)} im Jahr.`;
  }
  if (costs.perYearEuro < 0) {
    return `Danach steigen die laufenden Kosten um ${money(-costs.perYearEuro)} im Jahr; die Rendite sinkt dadurch um ${ratePoints(-costs.returnEffect)} im Jahr.`;
  }
  return 'Die laufenden Kosten ändern sich nicht.';
}
