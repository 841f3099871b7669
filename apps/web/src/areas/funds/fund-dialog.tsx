import { useQuery } from '@tanstack/react-query';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { FavouriteButton } from '../search/public/favourite-button.tsx';
import { useKeepOpened } from '../search/public/shortcuts.ts';
import { FundDetails, FundLabels } from './fund-details.tsx';
import { FundHolders } from './fund-holders.tsx';
import { FundPriceChart } from './fund-price-chart.tsx';
import { fundQuery } from './public/fund-queries.ts';
import './fund.css';

/** `?dialog=fundDetail&fundId=…`: one fund over the page it was found on. */
export function FundDialog({ params, onClose }: RoutedDialogProps) {
  const id = /^[1-9]\d{0,9}$/.test(params['fundId'] ?? '') ? Number(params['fundId']) : undefined;
  const fund = useQuery({ ...fundQuery(id ?? 0), enabled: id !== undefined });
  useKeepOpened('fund', fund.data && String(fund.data.id));
  return (
    <Dialog size="large" title={fund.data?.name ?? t('funds.title')} onClose={onClose}>
      {id === undefined ? (
        <Banner tone="warn">{t('funds.unknownId')}</Banner>
      ) : fund.isError ? (
        <QueryError title={t('funds.loadFailed')} query={fund} />
      ) : fund.data ? (
        <>
          <FundLabels fund={fund.data} />
          <FundPriceChart fund={fund.data} />
          <FundDetails fund={fund.data} />
          <div className="row" data-no-print>
            <FundHolders fundId={fund.data.id} />
            <FavouriteButton of={{ type: 'fund', id: String(fund.data.id) }} name={fund.data.name} isNamed />
          </div>
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  );
}
