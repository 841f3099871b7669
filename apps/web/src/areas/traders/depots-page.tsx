import { markDepotsAsIgnored } from '@depotwerk/api/traders/trader-depots';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { IconEyeOff, IconFolderPlus, IconLink, IconLinkOff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { type SearchChange, toChangedSearch } from '../../platform/search-params.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { showToast } from '../../ui/toast.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { loadNewDepots, newDepotsKey, reloadDepots } from './depot-queries.ts';
import type { NewDepot } from './depot-types.ts';
import { LinkDepotDialog } from './link-depot-dialog.tsx';
import { OpenDepotDialog } from './open-depot-dialog.tsx';
import { RefreshButton } from './public/refresh-button.tsx';
import { UnlinkDepotDialog } from './public/unlink-depot-dialog.tsx';

const tones: Record<NewDepot['state'], LabelTone> = {
  new: 'info',
  rejected: 'bad',
  ignored: 'neutral',
  linkedElsewhere: 'warn',
};

const stateLabel = (depot: NewDepot) => (
  <ColourLabel tone={tones[depot.state]}>{t(`traders.depots.states.${depot.state}`)}</ColourLabel>
);
const moneyOf = (depot: NewDepot) => (depot.totalValue === null ? '–' : formatMoney(depot.totalValue));

const columns = (): ListColumn<NewDepot, never>[] => [
  {
    key: 'holder',
    header: t('traders.depots.columns.holder'),
    minWidth: 160,
    grow: 1.4,
    priority: 0,
    render: (depot) => depot.holderName || '–',
  },
  {
    key: 'externalKey',
    header: t('traders.depots.columns.externalKey'),
    minWidth: 140,
    grow: 0.6,
    priority: 0,
    render: (depot) => depot.externalKey,
  },
  {
    key: 'issuer',
    header: t('traders.depots.columns.issuer'),
    minWidth: 160,
    grow: 1,
    priority: 2,
    render: (depot) => depot.issuerName,
  },
  {
    key: 'value',
    header: t('traders.depots.columns.value'),
    minWidth: 120,
    grow: 0.5,
    priority: 1,
    isNumeric: true,
    render: moneyOf,
  },
  {
    key: 'lastRefresh',
    header: t('traders.depots.columns.lastRefresh'),
    minWidth: 150,
    grow: 0.5,
    priority: 3,
    render: (depot) =>
      depot.lastRefreshAt === null ? <span className="hint">–</span> : formatDateTime(depot.lastRefreshAt),
  },
  {
    key: 'state',
    header: t('traders.depots.columns.state'),
    minWidth: 100,
    grow: 0.3,
    priority: 1,
    render: stateLabel,
  },
];

const card = (depot: NewDepot) => (
  <>
    <span>{depot.holderName || depot.externalKey}</span>
    <span className="num">{moneyOf(depot)}</span>
    <span className="hint">{`${depot.externalKey} · ${depot.issuerName}`}</span>
    {stateLabel(depot)}
  </>
);

/** `/trader-depots`: depots the banks report and no contract knows: to link, to set aside, or a new one to open. */
export function DepotsPage() {
  const address = useSearch({ from: '/shell/trader-depots' });
  const { includeRejected = false, columns: names, viewId } = address;
  const navigate = useNavigate({ from: '/trader-depots' });
  const user = useSession((state) => state.user);
  const [linked, setLinked] = useState<NewDepot | null>(null);
  const [unlinked, setUnlinked] = useState<NewDepot | null>(null);
  const [isOpening, setOpening] = useState(false);
  const all = useMemo(() => columns(), []);
  // A dialog over the page stands in the same search and is no part of a view.
  const viewed = { includeRejected: address.includeRejected, columns: names, viewId };
  const setAddress = (change: SearchChange<typeof address>) => void navigate(toChangedSearch(change));
  const { columns: shown, onResize } = useChosenColumns(names, all, (chosen) =>
    setAddress({ columns: chosen }),
  );
  const rows = usePagedRows<NewDepot>([...newDepotsKey, includeRejected], (page, pageSize, signal) =>
    loadNewDepots(includeRejected, page, pageSize, signal),
  );
  const ignore = async (depot: NewDepot) => {
    try {
      await callApi(markDepotsAsIgnored, {
        body: [{ externalKey: depot.externalKey, issuerId: depot.issuerId }],
      });
      showToast(t('traders.depots.ignored', { externalKey: depot.externalKey }));
      await reloadDepots();
    } catch (error) {
      showApiError(error);
    }
  };
  const canLink = mayChange(user, 'traderDepots.link');
  const canUnlink = mayChange(user, 'traderDepots.delete');
  /** What can be done with a depot; null = it is only shown. */
  const openerOf = (depot: NewDepot): (() => void) | null => {
    if (depot.isLinked) return canUnlink ? () => setUnlinked(depot) : null;
    return canLink && depot.state !== 'rejected' ? () => setLinked(depot) : null;
  };
  const menuOf = (depot: NewDepot): MenuEntry[] => {
    if (depot.isLinked) {
      return canUnlink
        ? [
            {
              key: 'unlink',
              label: t('traders.depots.unlink'),
              icon: <IconLinkOff size={18} aria-hidden="true" />,
              onSelect: () => setUnlinked(depot),
            },
          ]
        : [];
    }
    if (!canLink || depot.state === 'rejected') return [];
    return [
      {
        key: 'link',
        label: t('traders.depots.link'),
        icon: <IconLink size={18} aria-hidden="true" />,
        onSelect: () => setLinked(depot),
      },
      ...(depot.state === 'new'
        ? [
            {
              key: 'ignore',
              label: t('traders.depots.ignore'),
              icon: <IconEyeOff size={18} aria-hidden="true" />,
              onSelect: () => void ignore(depot),
            },
          ]
        : []),
    ];
  };
  return (
    <ListPage<NewDepot, never>
      title={t('traders.depots.title')}
      countText={(count, number) => t('traders.depots.count', { count, number })}
      actions={
        <>
          {mayChange(user, 'traderDepots.create') ? (
            <Button
              kind="primary"
              icon={<IconFolderPlus size={18} aria-hidden="true" />}
              onClick={() => setOpening(true)}
            >
              {t('traders.depots.open')}
            </Button>
          ) : null}
          <RefreshButton />
        </>
      }
      tools={
        <div className="row" data-no-print>
          <Switch
            label={t('traders.depots.includeRejected')}
            isChecked={includeRejected}
            onChange={(isOn) => setAddress({ includeRejected: isOn || undefined })}
          />
          <SavedViewsButton screenKey="traderDepots" address={viewed} columns={all} />
        </div>
      }
      loadFailed={t('traders.depots.loadFailed')}
      empty={<EmptyState title={t('traders.depots.none')}>{t('traders.depots.noneHint')}</EmptyState>}
      label={t('traders.depots.title')}
      columns={shown}
      rows={rows}
      onResize={onResize}
      onOpen={(depot) => openerOf(depot)?.()}
      renderCard={card}
      rowLabel={(depot) => `${depot.holderName} ${depot.externalKey}`}
      menuOf={menuOf}
    >
      {linked ? (
        <LinkDepotDialog
          depot={linked}
          onIgnore={
            linked.state === 'new'
              ? () => {
                  setLinked(null);
                  void ignore(linked);
                }
              : undefined
          }
          onClose={() => setLinked(null)}
        />
      ) : null}
      {unlinked ? <UnlinkDepotDialog of={{ depot: unlinked }} onClose={() => setUnlinked(null)} /> : null}
      {isOpening ? <OpenDepotDialog onClose={() => setOpening(false)} /> : null}
    </ListPage>
  );
}
