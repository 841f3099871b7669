import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import {
  guaranteeKindText,
  guaranteeObstacleText,
  guaranteeStatusText,
  promisedRateText,
} from '@depotwerk/domain/contracts/guarantee';
import { hasEnded } from '@depotwerk/domain/contracts/has-ended';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { said, t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card, FactList } from '../../ui/layout.tsx';

type Guarantee = NonNullable<ContractDetail['guarantee']>;

const tones = { kept: 'ok', near: 'warn', below: 'bad' } as const;

/** What is promised for the end of a hybrid contract and what has to be safe today for it. */
export function GuaranteeCard({ guarantee }: { guarantee: Guarantee }) {
  const { cover, kind, obstacle, promised, base } = guarantee;
  const isOver = isDue(guarantee);
  const unknown = t('contracts.guarantee.unknown');
  const money = (value: number | null) => (value === null ? unknown : formatMoney(value));
  const percent = (value: number | null) => (value === null ? unknown : promisedRateText(value));
  const facts: [string, string][] = [
    [t('contracts.guarantee.kind'), kind === null ? unknown : said(guaranteeKindText(kind))],
    ...(guarantee.guaranteeFundName === null
      ? []
      : [[t('contracts.guarantee.fund'), guarantee.guaranteeFundName] satisfies [string, string]]),
    [
      t('contracts.guarantee.promised'),
      promised === null || base === null
        ? unknown
        : t(kind === 'highest' ? 'contracts.guarantee.ofHighest' : 'contracts.guarantee.ofContributions', {
            promised: formatMoney(promised),
            level: percent(guarantee.level),
            base: formatMoney(base),
          }),
    ],
    [t('contracts.guarantee.end'), guarantee.endDate === null ? unknown : formatDate(guarantee.endDate)],
    [t('contracts.guarantee.interest'), percent(guarantee.interest)],
    [
      t('contracts.guarantee.floor', { date: formatDate(guarantee.today) }),
      money(cover === null ? null : cover.floor),
    ],
    [
      t('contracts.guarantee.value'),
      formatMoney(cover?.value ?? guarantee.insurerSide + guarantee.fundsValue),
    ],
    [t('contracts.guarantee.insurerSide'), money(guarantee.insurerSide)],
    [t('contracts.guarantee.cushion'), money(cover === null ? null : cover.cushion)],
    ...(cover === null
      ? []
      : [
          [
            t('contracts.guarantee.exposure'),
            isOver
              ? formatMoney(cover.exposure)
              : t('contracts.guarantee.exposureOf', {
                  exposure: formatMoney(cover.exposure),
                  allowed: formatMoney(cover.allowed),
                }),
          ] satisfies [string, string],
        ]),
  ];
  return (
    <Card
      title={t('contracts.guarantee.title')}
      actions={
        cover === null ? null : (
          <ColourLabel tone={tones[cover.status]}>{said(guaranteeStatusText(cover.status))}</ColourLabel>
        )
      }
    >
      <div className="stack">
        <GuaranteeFinding guarantee={guarantee} />
        <FactList facts={facts.map(([label, value]) => ({ key: label, label, value }))} />
        {obstacle === null ? (
          <p className="hint">{t(isOver ? 'contracts.guarantee.over' : 'contracts.guarantee.howComputed')}</p>
        ) : (
          <p>{t('contracts.guarantee.notKnown', { reason: said(guaranteeObstacleText(obstacle)) })}</p>
        )}
      </div>
    </Card>
  );
}

/** Whether the end of the contract is reached: no proposal changes anything any more. */
const isDue = ({ endDate, today }: Guarantee): boolean => hasEnded(endDate, today);

/** What is wrong and what to do about it; nothing where the promise is safe or not known. */
function GuaranteeFinding({ guarantee }: { guarantee: Guarantee }) {
  const { cover } = guarantee;
  if (cover === null || cover.status === 'kept') return null;
  return cover.status === 'below' ? (
    <Banner tone="bad">
      {t(isDue(guarantee) ? 'contracts.guarantee.belowWhenDue' : 'contracts.guarantee.below', {
        missing: formatMoney(-cover.cushion),
      })}
    </Banner>
  ) : (
    <Banner tone="warn">
      {t('contracts.guarantee.near', {
        cushion: formatMoney(cover.cushion),
        excess: formatMoney(cover.exposure - cover.allowed),
      })}
    </Banner>
  );
}
