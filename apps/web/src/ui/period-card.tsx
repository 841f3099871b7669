import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import type { ReactNode } from 'react';
import { type FailedQuery, QueryError, Skeleton } from './feedback.tsx';
import { Card } from './layout.tsx';
import { PeriodControl } from './period-control.tsx';

interface PeriodCardProps<Choice extends ChartPeriod, Data> {
  title: string;
  /** Said where the figures cannot be loaded. */
  failed: string;
  period: Choice;
  choices: readonly Choice[];
  onChange: (period: Choice) => void;
  query: FailedQuery & { readonly isError: boolean; readonly data: Data | undefined };
  children: (data: Data) => ReactNode;
}

/** Figures of a period that can be chosen; what was shown stays while those of another one are fetched. */
export function PeriodCard<Choice extends ChartPeriod, Data>(props: PeriodCardProps<Choice, Data>) {
  const { title, failed, period, choices, onChange, query, children } = props;
  return (
    <Card title={title} actions={<PeriodControl value={period} choices={choices} onChange={onChange} />}>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <QueryError title={failed} query={query} />
      ) : (
        <Skeleton height={320} />
      )}
    </Card>
  );
}
