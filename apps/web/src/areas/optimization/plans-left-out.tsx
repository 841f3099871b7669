import type { releasablePlan } from '@depotwerk/api/optimization/bulk-releases';
import { releaseObstacles } from '@depotwerk/domain/contracts/release-of-many';
import { formatNumber } from '@depotwerk/domain/number-text';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { FirstRows } from '../../ui/first-rows.tsx';
import './plans-left-out.css';

type Plan = z.infer<typeof releasablePlan>;

/** Which of several plans would not be released, by what mends it, each with the way to its contract; nothing where none would. */
export function PlansLeftOut({ plans }: { plans: readonly Plan[] }) {
  const groups = releaseObstacles
    .map((obstacle) => ({ obstacle, left: plans.filter((plan) => plan.obstacle === obstacle) }))
    .filter(({ left }) => left.length > 0);
  if (groups.length === 0) return null;
  const count = groups.reduce((sum, { left }) => sum + left.length, 0);
  return (
    <Banner tone="warn">
      <p>{t('optimization.bulkRelease.leftOut', { count, number: formatNumber(count) })}</p>
      {groups.map(({ obstacle, left }) => (
        <details key={obstacle} className="opt-left-out">
          <summary>
            {formatNumber(left.length)} · {t(`optimization.bulkRelease.obstacles.${obstacle}`)}
          </summary>
          {obstacle === 'profileMissing' ? (
            <p className="opt-left-out__all">
              <Link to="/contracts" search={{ withoutProfile: true }}>
                {t('optimization.bulkRelease.showWithoutProfile')}
              </Link>
            </p>
          ) : null}
          <FirstRows rows={left} keyOf={({ contractId }) => contractId}>
            {({ contractId, contractNumber, customerName }) => (
              <Link to="/contracts/$contractId/$tab" params={{ contractId, tab: 'optimization' }}>
                {customerName}, {contractNumber}
              </Link>
            )}
          </FirstRows>
        </details>
      ))}
    </Banner>
  );
}
