import type { CallAnswer } from '@depotwerk/api/call';
import type { previewInvitations } from '@depotwerk/api/prospects/preregistrations';
import { notInvitedTexts } from '@depotwerk/domain/depot-analysis/invitation-reasons';
import { formatNumber } from '@depotwerk/domain/number-text';
import { Link } from '@tanstack/react-router';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { reasonOf } from '../../jobs/public/reason-of.ts';
import './invitations-ahead.css';

/** How many mails would go out, and who would not be invited, by the reason, the first of each with the way to where it is mended. */
export function InvitationsAhead({ ahead }: { ahead: CallAnswer<typeof previewInvitations> }) {
  const { invited, leftOut } = ahead;
  const count = leftOut.reduce((sum, group) => sum + group.count, 0);
  return (
    <>
      <p>
        <b>
          {invited === 0
            ? t('customers.bulkInvite.nobody')
            : t('customers.bulkInvite.ahead', { count: invited, number: formatNumber(invited) })}
        </b>
      </p>
      {count === 0 ? null : (
        <Banner tone={invited === 0 ? 'warn' : 'info'}>
          <p>{t('customers.bulkInvite.leftOut', { count, number: formatNumber(count) })}</p>
          {leftOut.map((group) => (
            <details key={group.reason} className="customers__left-out">
              <summary>
                {formatNumber(group.count)} ·{' '}
                {reasonOf(notInvitedTexts[group.reason], t('customers.bulkInvite.failed'))}
              </summary>
              <ul>
                {group.customers.map(({ id, name }) => (
                  <li key={id}>
                    <Link to="/customers/$customerId" params={{ customerId: id }}>
                      {name}
                    </Link>
                  </li>
                ))}
                {group.count > group.customers.length ? (
                  <li>
                    {t('customers.bulkInvite.more', {
                      count: group.count - group.customers.length,
                      number: formatNumber(group.count - group.customers.length),
                    })}
                  </li>
                ) : null}
              </ul>
            </details>
          ))}
        </Banner>
      )}
    </>
  );
}
