import type { TariffItem } from '@depotwerk/api/tariffs/tariffs';
import { dayOf, formatDate } from '@depotwerk/domain/date-text';
import type { TariffSortKey } from '@depotwerk/domain/lists/sort-keys';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { said, t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { ToggleCell } from '../../../ui/checkbox.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { ListColumn } from '../../../ui/virtual-table.tsx';
import { versionTones } from '../tariff-steps/version-words.ts';
import './tariff-list.css';

/** What the cells do. */
export interface TariffCellActions {
  /** Only for those who may. */
  readonly onReport: ((tariff: TariffItem) => void) | undefined;
  readonly onToggle: ((tariff: TariffItem, isActive: boolean) => void) | undefined;
}

export const tariffPath = (id: string) => `/admin/tariffs/${id}/summary`;
export const tariffRowLabel = ({ name }: TariffItem) => t('tariffList.rowLabel', { name });

/** Cell kind tariff name: the way to the tariff and to its report. */
function NameCell({ tariff, onReport }: { tariff: TariffItem } & Pick<TariffCellActions, 'onReport'>) {
  return (
    <span className="tariff-name">
      <span className="tariff-name__text">
        <RowLink path={tariffPath(tariff.id)}>{tariff.name}</RowLink>
        <span className="hint">
          {tariff.isDefault ? `${tariff.key} · ${t('tariffWizard.fields.isDefault')}` : tariff.key}
        </span>
      </span>
      {onReport === undefined ? null : (
        <IconButton
          label={t('tariffList.report', { name: tariff.name })}
          icon={<IconFileText size={18} />}
          onClick={() => onReport(tariff)}
        />
      )}
    </span>
  );
}

/** Cell kind product type: what the tariff is, hybrids marked. */
function ProductTypeCell({ tariff }: { tariff: TariffItem }) {
  return (
    <span className="tariff-type">
      <span title={said(tariff.tariffTypeName)}>{said(tariff.tariffTypeName)}</span>
      {tariff.isHybridTariffType ? <span className="hint">{t('tariffWizard.steps.fund-matrix')}</span> : null}
    </span>
  );
}

/** Published version and the one being worked on. */
function VersionCell({ tariff }: { tariff: TariffItem }) {
  const { publishedVersionNumber, publishedFrom, openVersion } = tariff;
  return (
    <span className="tariff-versions">
      {publishedVersionNumber === null ? null : (
        <ColourLabel tone="ok">
          {t('tariffList.published', {
            number: publishedVersionNumber,
            day: publishedFrom === null ? '' : formatDate(publishedFrom),
          })}
        </ColourLabel>
      )}
      {openVersion === null ? null : (
        <ColourLabel tone={versionTones[openVersion.state]}>
          {`${t('tariffList.openVersion', { number: openVersion.versionNumber })}: ${t(`tariffList.states.${openVersion.state}`)}`}
        </ColourLabel>
      )}
    </span>
  );
}

/** Where it is used: the way to its contracts. */
function ContractsCell({ tariff }: { tariff: TariffItem }) {
  if (tariff.contractCount === 0) return <span className="hint">{t('tariffList.noContracts')}</span>;
  return (
    <Link to="/contracts" search={{ tariffId: tariff.id }}>
      {t('tariffList.contracts', {
        count: tariff.contractCount,
        number: formatNumber(tariff.contractCount),
      })}
    </Link>
  );
}

function ActiveCell({ tariff, onToggle }: { tariff: TariffItem } & Pick<TariffCellActions, 'onToggle'>) {
  if (onToggle === undefined) return <>{t(tariff.isInactive ? 'common.inactive' : 'common.active')}</>;
  return (
    <ToggleCell
      // The cell keeps its own state; what was loaded anew replaces it.
      key={tariff.updatedAt}
      label={t('tariffList.toggle', { name: tariff.name })}
      isInitiallyOn={!tariff.isInactive}
      action="setActive"
      onAction={(_, isOn) => onToggle(tariff, isOn)}
    />
  );
}

export function tariffColumns(actions: TariffCellActions): ListColumn<TariffItem, TariffSortKey>[] {
  return [
    {
      key: 'name',
      header: t('tariffWizard.fields.name'),
      minWidth: 250,
      grow: 2,
      priority: 0,
      sortKey: 'name',
      render: (tariff) => <NameCell tariff={tariff} onReport={actions.onReport} />,
    },
    {
      key: 'tariffType',
      header: t('tariffWizard.fields.tariffTypeId'),
      minWidth: 170,
      grow: 1.6,
      priority: 4,
      sortKey: 'tariffTypeName',
      groupText: ({ tariffTypeName }) => said(tariffTypeName),
      render: (tariff) => <ProductTypeCell tariff={tariff} />,
    },
    {
      key: 'issuer',
      header: t('tariffWizard.fields.issuerId'),
      minWidth: 130,
      grow: 0.9,
      priority: 5,
      sortKey: 'issuerName',
      groupText: ({ issuer }) => issuer?.name ?? t('common.none'),
      render: ({ issuer }) => issuer?.name ?? <span className="hint">{t('common.none')}</span>,
    },
    {
      key: 'insurer',
      header: t('tariffWizard.fields.insurerId'),
      minWidth: 130,
      grow: 0.9,
      priority: 6,
      sortKey: 'insurerName',
      groupText: ({ insurer }) => insurer?.name ?? t('common.none'),
      render: ({ insurer }) => insurer?.name ?? <span className="hint">{t('common.none')}</span>,
    },
    {
      key: 'versions',
      header: t('tariffList.versions'),
      minWidth: 190,
      grow: 1.2,
      priority: 1,
      render: (tariff) => <VersionCell tariff={tariff} />,
    },
    {
      key: 'contracts',
      header: t('tariffList.uses'),
      minWidth: 110,
      grow: 0.5,
      priority: 2,
      sortKey: 'contractCount',
      startsDescending: true,
      render: (tariff) => <ContractsCell tariff={tariff} />,
    },
    {
      key: 'isInactive',
      header: t('common.active'),
      minWidth: 72,
      grow: 0.2,
      priority: 3,
      render: (tariff) => <ActiveCell tariff={tariff} onToggle={actions.onToggle} />,
    },
    {
      key: 'updatedAt',
      header: t('tariffList.updatedAt'),
      minWidth: 105,
      grow: 0.4,
      priority: 7,
      sortKey: 'updatedAt',
      startsDescending: true,
      render: ({ updatedAt }) => formatDate(dayOf(new Date(updatedAt))),
    },
  ];
}

/** A tariff on a narrow screen: name and the version that matters, type and uses. */
export function tariffCard(tariff: TariffItem) {
  const { openVersion, publishedVersionNumber } = tariff;
  return (
    <>
      <RowLink path={tariffPath(tariff.id)}>{tariff.name}</RowLink>
      {tariff.isInactive ? (
        <ColourLabel>{t('common.inactive')}</ColourLabel>
      ) : openVersion === null ? (
        <ColourLabel tone="ok">
          {t('tariffVersions.version', { number: publishedVersionNumber ?? 1 })}
        </ColourLabel>
      ) : (
        <ColourLabel tone={versionTones[openVersion.state]}>
          {t(`tariffList.states.${openVersion.state}`)}
        </ColourLabel>
      )}
      <span className="hint">
        {[said(tariff.tariffTypeName), tariff.issuer?.name].filter(Boolean).join(' · ')}
      </span>
      <span className="hint">
        {tariff.contractCount === 0
          ? t('tariffList.noContracts')
          : t('tariffList.contracts', {
              count: tariff.contractCount,
              number: formatNumber(tariff.contractCount),
            })}
      </span>
    </>
  );
}
