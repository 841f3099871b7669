import type { ReactNode } from 'react';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { EmptyState } from './feedback.tsx';
import { Card, PageHeader } from './layout.tsx';

/** A page on which something is filled in; whoever looks at the product as somebody else is told that he cannot. */
export function ForOneself({ title, children }: { title: string; children: ReactNode }) {
  const isViewing = useSession(({ user }) => Boolean(user?.viewing));
  if (!isViewing) return children;
  return (
    <div className="stack">
      <PageHeader title={title} />
      <Card>
        <EmptyState title={t('common.notWhileViewing')} />
      </Card>
    </div>
  );
}
