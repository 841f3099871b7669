import { lossCapacityTexts } from '@depotwerk/domain/contracts/profile-texts';
import {
  notAskedText,
  saidNone,
  untoldText,
  withoutKnowledgeText,
} from '@depotwerk/domain/contracts/was-asked';
import { restrictionsText } from '@depotwerk/domain/questions/client-restrictions';
import { experienceLines } from '@depotwerk/domain/questions/product-experience';
import {
  contractLine,
  facts,
  optional,
  riskBandBlock,
  salutationOf,
  signingHolders,
} from './common-blocks.ts';
import { type Block, heading, paragraph, type ReportDocument, smallPrint } from './report-document.ts';
import { bandVerdict, day, level, yearsText } from './report-format.ts';
import type { BuildOptions, ContractDetail, ContractSource } from './report-source.ts';

export type RiskAssessment = NonNullable<ContractDetail['latestRiskAssessment']>;

const statusWords: Record<RiskAssessment['status'], string> = {
  valid: 'Gültig',
  expired: 'Abgelaufen',
  suggested: 'Vorgeschlagen',
};

/** Answers, result and validity of the customer's risk assessment, and the portfolio against it. */
export function buildRiskProfile(
  source: ContractSource,
  assessment: RiskAssessment,
  options: BuildOptions,
): ReportDocument {
  const { detail } = source;
  const { contract } = detail;
  const count = contract.risk.riskClassCount;
  const suggested = assessment.suggestedRiskClassId;
  const blocks: Block[] = [
    paragraph(
      `am ${day(assessment.assessmentDate)} haben wir Ihre Kenntnisse, Ziele und Ihre Bereitschaft und Fähigkeit, Verluste zu tragen, erhoben. Das Ergebnis halten wir hier fest.`,
    ),
    heading('Ergebnis'),
  ];
  if (count !== null) {
    blocks.push({
      kind: 'scale',
      count,
      current: assessment.riskClassId,
      suggested,
      lowLabel: 'niedrigeres Risiko',
      highLabel: 'höheres Risiko',
      alt: `Risikoklasse ${assessment.riskClassId} von ${count}${suggested === null ? '' : `, vorgeschlagen ${suggested}`}.`,
    });
  }
  blocks.push(
    facts(
      [
        [
          'Risikoklasse',
          `${count === null ? assessment.riskClassId : `${assessment.riskClassId} von ${count}`}${classOfContract(source, assessment)}`,
        ],
        ['Status', statusWords[assessment.status]],
        ['Erhoben am', day(assessment.assessmentDate)],
        ['Gültig bis', day(assessment.validUntil)],
        ['Fragebogen', assessment.wasAsked ? `Version ${assessment.questionnaireVersion}` : notAskedText],
      ],
      2,
    ),
  );
  if (assessment.status === 'expired') {
    blocks.push({
      kind: 'notice',
      tone: 'warn',
      title: 'Das Risikoprofil ist abgelaufen',
      text: `Es galt bis zum ${day(assessment.validUntil)}. Bitte vereinbaren Sie vor der nächsten Empfehlung eine neue Befragung.`,
    });
  }
  if (suggested !== null && suggested !== assessment.riskClassId) {
    blocks.push({
      kind: 'notice',
      tone: 'info',
      title: `Vorgeschlagen ist Risikoklasse ${suggested}`,
      text: 'Die jüngste Befragung führt zu einer anderen Risikoklasse. Sie gilt erst, wenn Sie sie annehmen.',
    });
  }
  blocks.push(heading('Ihre Angaben'), facts(profileFacts(assessment)));
  blocks.push(heading('Ihr Portfolio'), paragraph(bandVerdict[contract.risk.status]));
  if (options.withCharts) blocks.push(...optional(riskBandBlock(detail)));
  blocks.push(
    smallPrint(
      'Das Risikoband beschreibt den Bereich, in dem sich das Risiko des Portfolios nach Ihrer Risikoklasse bewegen soll. ' +
        'Bitte teilen Sie uns Änderungen Ihrer Verhältnisse mit, damit wir Sie weiterhin passend beraten können.',
    ),
    {
      kind: 'signatures',
      items: [
        ...signingHolders(source, 'Kunde', { isFirstOnly: true }),
        { role: 'Ort, Datum, Unterschrift Berater', name: source.adviserName },
      ],
    },
  );
  return {
    reportType: 'riskProfile',
    title: 'Risikoprofil',
    subtitle: contractLine(source),
    subject: `Risikoprofil zum Vertrag ${contract.externalKey}, erhoben am ${day(assessment.assessmentDate)}`,
    keywords: ['Risikoprofil', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks,
  };
}

/**
 * The class that counts for the contract where it is another one than that of this profile: the lowest of several holders, or one
 * chosen by hand; of a lower one of several holders the contract does not say which. A class that is only suggested counts for nothing yet, so that another one says nothing of either.
 */
export function classOfContract(
  { detail, info }: ContractSource,
  { riskClassId, status }: RiskAssessment,
): string {
  const counted = detail.contract.risk.riskClassId;
  if (status === 'suggested' || counted === null || counted === riskClassId) return '';
  return counted < riskClassId && info.furtherHolders.length > 0
    ? `; für den Vertrag gilt ${counted}, von Hand gewählt oder als niedrigste Klasse aller Vertragsinhaber`
    : `; für den Vertrag ist ${counted} gewählt`;
}

/** What the customer told, in the words of the screen. */
export function profileFacts(assessment: RiskAssessment): [string, string][] {
  return [
    ['Anlageziel', assessment.goal ?? untoldText('goal', assessment)],
    [
      'Anlagehorizont',
      assessment.horizonYears === null
        ? untoldText('horizon', assessment)
        : yearsText(assessment.horizonYears),
    ],
    ['Verlusttragfähigkeit', lossCapacityText(assessment)],
    ['Kenntnisse und Erfahrungen', knowledgeText(assessment)],
    ...experienceFacts(assessment),
    ['Nachhaltigkeitspräferenzen', sustainabilityText(assessment)],
    [
      'Ausschlüsse',
      restrictionsText(assessment.restrictions) ??
        (saidNone('restrictions', assessment) ? 'Keine' : untoldText('restrictions', assessment)),
    ],
  ];
}

export const lossCapacityText = (assessment: RiskAssessment): string =>
  assessment.lossCapacity === null
    ? untoldText('lossCapacity', assessment)
    : (lossCapacityTexts[assessment.lossCapacity] ?? assessment.lossCapacity);

export const knowledgeText = (assessment: RiskAssessment): string =>
  assessment.knowledge.join(', ') || withoutKnowledgeText(assessment);

/** What was done with each investment known; nothing where nobody asked. */
export const experienceFacts = ({ experience = [] }: RiskAssessment): [string, string][] =>
  experience.length === 0 ? [] : [['Erfahrung je Anlage', experienceLines(experience).join('; ')]];

export function sustainabilityText(assessment: RiskAssessment): string {
  const { sustainability } = assessment;
  const { kind, minimumShareTaxonomy, minimumShareSustainable, paiTopics } = sustainability;
  if (kind === 'none')
    return saidNone('sustainability', assessment) ? 'Keine' : untoldText('sustainability', assessment);
  if (kind === 'pai') return `Nachteilige Auswirkungen beachten: ${paiTopics.join(', ')}`;
  return [
    minimumShareTaxonomy === null ? '' : `mindestens ${level(minimumShareTaxonomy)} taxonomiekonform`,
    minimumShareSustainable === null ? '' : `mindestens ${level(minimumShareSustainable)} nachhaltig`,
    paiTopics.length === 0 ? '' : `nachteilige Auswirkungen beachten: ${paiTopics.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
