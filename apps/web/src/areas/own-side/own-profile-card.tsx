import { hasEnded } from '@depotwerk/domain/contracts/has-ended';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { profileValidity } from '@depotwerk/domain/questions/profile-validity';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../platform/session.ts';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';
import type { OwnSide } from './own-side-queries.ts';

/** How a customer's risk profile stands, and the way to answer it anew. */
export function OwnProfileCard({ side }: { side: OwnSide }) {
  const mayAct = useMayChange();
  const { contracts, profileSubmittedAt, underageUntil, isPaused } = side;
  const running = contracts.filter(({ endDate }) => !hasEnded(endDate, today()));
  // The one that ends first speaks for all: without it there is no recommendation for its contract.
  const days = running.flatMap(({ profileValidUntil: day }) => (day === null ? [] : [day]));
  const held =
    days.length < running.length
      ? null
      : days.reduce<string | null>((first, day) => (first === null || day < first ? day : first), null);
  const validity = profileValidity(held, today());
  // Neither a contract it could hold for nor a question she could answer.
  if (isPaused && running.length === 0 && profileSubmittedAt === null) return null;
  return (
    <Card
      title={t('ownSide.profile.card')}
      actions={
        mayAct && underageUntil === undefined && !isPaused ? (
          <Link to="/my/profile" className="ui-button ui-button--secondary ui-button--small">
            {t('ownSide.profile.answer')}
          </Link>
        ) : null
      }
    >
      {/* Who may not answer herself is not told that she can already. */}
      {running.length === 0 && (underageUntil !== undefined || isPaused) ? null : (
        <p className="own-side__profile">
          {running.length === 0
            ? t('ownSide.profile.noContract')
            : validity.state === 'missing'
              ? t('ownSide.profile.missing')
              : validity.state === 'expired'
                ? t('ownSide.profile.expired', { date: formatDate(validity.validUntil) })
                : t(
                    days.every((day) => day === held)
                      ? 'ownSide.profile.valid'
                      : 'ownSide.profile.validFirst',
                    {
                      date: formatDate(validity.validUntil),
                    },
                  )}
        </p>
      )}
      {underageUntil === undefined ? null : (
        <p className="own-side__profile">
          {t('customers.underage.own', { date: formatDate(underageUntil) })}
        </p>
      )}
      {profileSubmittedAt === null ? null : (
        <p className="own-side__profile">
          {t('ownSide.profile.waiting', { date: formatDateTime(profileSubmittedAt) })}
        </p>
      )}
    </Card>
  );
}
