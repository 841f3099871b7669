import { Link } from '@tanstack/react-router';
import { hasPermission, mayChange, useSession } from '../../platform/session.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { dialogLink } from '../../shell/dialog-link.ts';
import { t } from '../../texts/texts.ts';

/** Ways from a fund to the contracts that hold it or pay into it, for those who may see or plan them. */
export function FundHolders({ fundId }: { fundId: number }) {
  const user = useSession((state) => state.user);
  const { bulk } = useWhiteLabel().features;
  if (!hasPermission(user, 'contracts.view')) return null;
  const mayReplace = bulk && mayChange(user, 'contracts.bulk') && mayChange(user, 'optimization.plan');
  return (
    <div className="row" data-no-print>
      <Link
        className="ui-button ui-button--secondary ui-button--small"
        to="/contracts"
        search={{ heldFundId: fundId }}
      >
        {t('funds.holders')}
      </Link>
      {mayReplace ? (
        <Link
          className="ui-button ui-button--secondary ui-button--small"
          to="."
          {...dialogLink('replaceFund', { fundId: String(fundId) })}
        >
          {t('funds.replace')}
        </Link>
      ) : null}
    </div>
  );
}
