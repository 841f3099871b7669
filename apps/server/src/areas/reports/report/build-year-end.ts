import { type ExPostFigures, exPostBlocks } from './build-ex-post-costs.ts';
import { type ReviewFigures, reviewBlocks } from './build-periodic-review.ts';
import { contractLine, salutationOf } from './common-blocks.ts';
import { type Block, heading, paragraph, type ReportDocument } from './report-document.ts';
import { day } from './report-format.ts';
import type { BuildOptions, ContractSource } from './report-source.ts';

export interface YearEndParts {
  readonly year: number;
  /** null = the letter is without them. */
  readonly costs: ExPostFigures | null;
  readonly review: ReviewFigures | null;
  /** Words of the house on the cover letter; '' = none. */
  readonly coverText: string;
}

/** A cover letter, and behind it the costs of a year, the periodic review, or both. */
export function buildYearEnd(
  source: ContractSource,
  { year, costs, review, coverText }: YearEndParts,
  options: BuildOptions,
): ReportDocument {
  const { contract } = source.detail;
  const both = costs !== null && review !== null;
  const title = both
    ? `Jahresbericht ${year}`
    : costs
      ? `Kosteninformation ${year}`
      : 'Regelmäßige Überprüfung';
  const enclosed = [
    ...(costs ? [`die Kosten Ihres Vertrags im Jahr ${year} und ihre Wirkung auf die Rendite`] : []),
    ...(review ? ['die regelmäßige Überprüfung, ob der Vertrag noch zu Ihnen passt'] : []),
  ];
  const own = coverText
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const blocks: Block[] = [
    paragraph(`mit diesem Schreiben erhalten Sie ${enclosed.join(' und ')}.`),
    ...own.map(paragraph),
    paragraph(
      'Bitte prüfen Sie die Angaben. Wenn sich bei Ihnen etwas geändert hat oder Sie Fragen haben, sprechen Sie uns gern an.',
    ),
    paragraph(`Mit freundlichen Grüßen\n${source.adviserName}`),
    { kind: 'pageBreak' },
  ];
  if (costs) {
    blocks.push(
      heading(`Kosten ${year}`),
      paragraph(`Zeitraum: ${day(costs.costs.from)} bis ${day(costs.costs.to)}.`),
      ...exPostBlocks(costs),
    );
  }
  if (both) blocks.push({ kind: 'pageBreak' });
  if (review) {
    blocks.push(
      heading('Regelmäßige Überprüfung'),
      paragraph(`Stand: ${day(source.today)}.`),
      ...reviewBlocks(source, review, options),
    );
  }
  return {
    reportType: both ? 'yearEndReport' : costs ? 'costInformationExPost' : 'periodicReview',
    title,
    subtitle: contractLine(source),
    subject: `${title} zum Vertrag ${contract.externalKey}`,
    keywords: [title, contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks,
  };
}
