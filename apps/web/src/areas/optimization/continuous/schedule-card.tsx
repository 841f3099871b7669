import { formatDate } from '@depotwerk/domain/date-text';
import { intervalNames } from '@depotwerk/domain/interval';
import { useQuery } from '@tanstack/react-query';
import { said, t } from '../../../texts/texts.ts';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, FactList } from '../../../ui/layout.tsx';
import { scheduleQuery } from './continuous-queries.ts';
import { outcomeSentences, StateLabel } from './continuous-words.tsx';

/** At the contract: when its tariff has it optimised, and what came of the last time. Nothing where the tariff does not. */
export function ScheduleCard({ contractId }: { contractId: string }) {
  const schedule = useQuery(scheduleQuery(contractId));
  if (schedule.isError && schedule.data === undefined)
    return <QueryError title={t('continuous.loadFailed')} query={schedule} />;
  if (!schedule.data) return <Skeleton height={96} />;
  const { interval, nextDay, plansHints, last } = schedule.data;
  if (interval === null && !plansHints && last === null) return null;
  return (
    <Card title={t('continuous.schedule.title')}>
      <FactList
        facts={[
          {
            key: 'interval',
            label: t('continuous.schedule.interval'),
            value:
              interval === null && !plansHints
                ? t('continuous.schedule.off')
                : [
                    interval === null ? null : said(intervalNames[interval]),
                    plansHints
                      ? t(interval === null ? 'continuous.schedule.onlyHints' : 'continuous.schedule.hints')
                      : null,
                  ]
                    .filter((word) => word !== null)
                    .join(', '),
          },
          ...(interval === null
            ? []
            : [
                {
                  key: 'next',
                  label: t('continuous.schedule.next'),
                  value: nextDay === null ? t('continuous.schedule.ended') : formatDate(nextDay),
                },
              ]),
          {
            key: 'last',
            label: t('continuous.schedule.last'),
            value:
              last === null ? (
                t('continuous.schedule.noneYet')
              ) : (
                <>
                  {formatDate(last.dueDate)} <StateLabel plan={last} />
                </>
              ),
          },
        ]}
      />
      {last === null ? null : outcomeSentences(last).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </Card>
  );
}
