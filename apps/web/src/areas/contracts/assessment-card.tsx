import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import type { RiskPosition } from '@depotwerk/api/contracts/contracts';
import {
  type ProfileTopic,
  saidNone,
  untoldText,
  withoutKnowledgeText,
} from '@depotwerk/domain/contracts/was-asked';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { restrictionsText } from '@depotwerk/domain/questions/client-restrictions';
import { experienceLines } from '@depotwerk/domain/questions/product-experience';
import type { ReactNode } from 'react';
import { said, saidOrNull, t } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card, FactList } from '../../ui/layout.tsx';
import { ProfileLink } from '../questions/public/profile-link.tsx';
import { RiskBand } from './contract-columns.tsx';
import { AssessmentLabel } from './public/assessment-label.tsx';

type Assessment = NonNullable<ContractDetail['latestRiskAssessment']>;

/** The customer's latest risk assessment and where the portfolio stands against it. */
export function AssessmentCard({
  contract,
  assessment,
  risk,
  lifeCycle,
}: {
  contract: { id: string; customer: { id: string }; isCustomerBlocked: boolean };
  assessment: Assessment | null;
  risk: RiskPosition;
  lifeCycle: ContractDetail['lifeCycle'];
}) {
  const link = (
    <ProfileLink
      customerId={contract.customer.id}
      contractId={contract.id}
      isBlocked={contract.isCustomerBlocked}
      isRenewal={assessment !== null}
      kind={assessment?.status === 'valid' ? 'secondary' : 'primary'}
    />
  );
  if (!assessment) {
    return (
      <Card title={t('contracts.assessment.title')}>
        <EmptyState title={t('contracts.assessment.none')} action={link}>
          {risk.riskClassId === null
            ? null
            : t('contracts.assessment.onlyByHand', { riskClass: risk.riskClassId })}
        </EmptyState>
      </Card>
    );
  }
  const riskClass =
    risk.riskClassCount === null
      ? t('contracts.riskClass', { riskClass: assessment.riskClassId })
      : t('common.riskClassOf', { riskClass: assessment.riskClassId, count: risk.riskClassCount });
  const counted = assessment.status === 'suggested' ? null : risk.riskClassId;
  const step = lifeCycle?.current ?? null;
  const bound = step && step.highestRiskClassId < (counted ?? assessment.riskClassId) ? step : null;
  const untold = (topic: ProfileTopic) =>
    saidNone(topic, assessment) ? null : said(untoldText(topic, assessment));
  const facts: [string, ReactNode][] = [
    [t('contracts.assessment.date'), formatDate(assessment.assessmentDate)],
    [t('contracts.assessment.validUntil'), formatDate(assessment.validUntil)],
    [t('contracts.assessment.goal'), said(assessment.goal ?? untoldText('goal', assessment))],
    [
      t('contracts.assessment.horizon'),
      assessment.horizonYears === null
        ? said(untoldText('horizon', assessment))
        : t('contracts.assessment.years', { count: assessment.horizonYears }),
    ],
    [t('contracts.assessment.lossCapacity'), lossCapacityText(assessment)],
    [
      t('contracts.assessment.knowledge'),
      assessment.knowledge.length === 0
        ? said(withoutKnowledgeText(assessment))
        : assessment.knowledge.map(said).join(', '),
    ],
    ...experienceFacts(assessment),
    [
      t('contracts.assessment.sustainability'),
      assessment.sustainability.kind === 'none'
        ? (untold('sustainability') ?? sustainabilityText(assessment))
        : sustainabilityText(assessment),
    ],
    [
      t('contracts.assessment.restrictions'),
      saidOrNull(restrictionsText(assessment.restrictions)) ??
        untold('restrictions') ??
        t('contracts.assessment.restrictionsNone'),
    ],
  ];
  return (
    <Card
      title={t('contracts.assessment.title')}
      actions={
        <>
          <AssessmentLabel {...assessment} />
          {link}
        </>
      }
    >
      <div>
        <strong>{riskClass}</strong> <RiskBand risk={risk} isDetailed />
        <p className="hint">{t(`contracts.risk.verdict.${risk.status}`)}</p>
        {bound ? (
          <p className="hint">
            {t('lifeCycle.bounded', {
              riskClass: bound.highestRiskClassId,
              from: formatDate(bound.from),
            })}
          </p>
        ) : null}
      </div>
      {counted === null || counted === assessment.riskClassId ? null : (
        <p className="hint">
          {t(`contracts.assessment.${counted < assessment.riskClassId ? 'below' : 'above'}`, {
            riskClass: counted,
          })}
          {bound ? null : ` ${t('contracts.assessment.bandOf', { riskClass: counted })}`}
        </p>
      )}
      <FactList facts={facts.map(([label, value]) => ({ key: label, label, value }))} />
    </Card>
  );
}

/** What was done with each investment known; nothing where nobody asked. */
const experienceFacts = ({ experience = [] }: Assessment): [string, ReactNode][] =>
  experience.length === 0
    ? []
    : [
        [
          t('contracts.assessment.experience'),
          experienceLines(experience, said).map((line) => <div key={line}>{line}</div>),
        ],
      ];

/** Ability to bear losses: the known answers in words, free text as it is. */
function lossCapacityText(assessment: Assessment): string {
  const { lossCapacity } = assessment;
  switch (lossCapacity) {
    case null:
      return said(untoldText('lossCapacity', assessment));
    case 'none':
    case 'limited':
    case 'full':
      return t(`contracts.assessment.loss.${lossCapacity}`);
    default:
      return lossCapacity;
  }
}

function sustainabilityText({ sustainability }: Assessment): string {
  switch (sustainability.kind) {
    case 'none':
      return t('contracts.assessment.sustainabilityNone');
    case 'minimumShare':
      return [
        sustainability.minimumShareTaxonomy === null
          ? null
          : t('contracts.assessment.taxonomy', {
              share: formatPercent(sustainability.minimumShareTaxonomy, 0, 1),
            }),
        sustainability.minimumShareSustainable === null
          ? null
          : t('contracts.assessment.sustainable', {
              share: formatPercent(sustainability.minimumShareSustainable, 0, 1),
            }),
        sustainability.paiTopics.length === 0
          ? null
          : t('contracts.assessment.paiBeside', { topics: sustainability.paiTopics.join(', ') }),
      ]
        .filter((text) => text !== null)
        .join(', ');
    case 'pai':
      return t('contracts.assessment.pai', { topics: sustainability.paiTopics.join(', ') });
  }
}
