import type { ComponentItem } from '@depotwerk/api/components/tariff-components';
import { dayOf, formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { Link } from '@tanstack/react-router';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { saidValue, t } from '../../../texts/texts.ts';
import { ColourLabel } from '../../../ui/cells.tsx';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { ActionsCell } from '../../../ui/menu.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { ListColumn } from '../../../ui/virtual-table.tsx';
import { componentKindName } from './component-texts.ts';
import type { ComponentSortKey } from './components-search.ts';

/** Wizard of a component, on its first step. */
export function componentPath({ kind, id }: Pick<ComponentItem, 'kind' | 'id'>): string {
  return `/admin/tariff-components/${kind}/${id}/component-info`;
}

export function componentRowLabel(component: ComponentItem): string {
  return `${componentKindName(component.kind)} ${component.name}`;
}

export function ComponentState({ isInactive }: { isInactive: boolean }) {
  return isInactive ? (
    <ColourLabel>{t('common.inactive')}</ColourLabel>
  ) : (
    <ColourLabel tone="ok">{t('common.active')}</ColourLabel>
  );
}

/** Parameters of the dialogs about one component. */
export function componentDialogParams({ kind, id }: Pick<ComponentItem, 'kind' | 'id'>) {
  return { componentKind: kind, componentId: id };
}

/** How many tariffs and components use it, in words. */
const usesText = ({ usedByCount }: ComponentItem) =>
  usedByCount === 0
    ? t('tariffComponents.unused')
    : t('tariffComponents.uses', { count: usedByCount, number: formatNumber(usedByCount) });

function UsesCell({ component }: { component: ComponentItem }) {
  if (component.usedByCount === 0) return <span className="hint">{usesText(component)}</span>;
  return (
    <Link
      to="."
      {...dialogLink('componentUses', componentDialogParams(component))}
      aria-label={t('tariffComponents.showUsesOf', {
        name: component.name,
        count: component.usedByCount,
        number: formatNumber(component.usedByCount),
      })}
    >
      {usesText(component)}
    </Link>
  );
}

export function componentColumns(): ListColumn<ComponentItem, ComponentSortKey>[] {
  return [
    {
      key: 'name',
      header: t('tariffComponents.columns.name'),
      minWidth: 180,
      grow: 1.6,
      priority: 0,
      sortKey: 'name',
      render: (component) => <RowLink path={componentPath(component)}>{component.name}</RowLink>,
    },
    {
      key: 'key',
      header: t('tariffComponents.columns.key'),
      minWidth: 110,
      grow: 0.8,
      priority: 3,
      sortKey: 'key',
      render: ({ key }) => key,
    },
    {
      key: 'summary',
      header: t('tariffComponents.columns.summary'),
      minWidth: 190,
      grow: 1.4,
      priority: 4,
      render: ({ summary }) => saidValue(summary ?? ''),
    },
    {
      key: 'state',
      header: t('tariffComponents.columns.state'),
      minWidth: 90,
      grow: 0.4,
      priority: 1,
      render: ({ isInactive }) => <ComponentState isInactive={isInactive} />,
    },
    {
      key: 'uses',
      header: t('tariffComponents.columns.uses'),
      minWidth: 150,
      grow: 0.7,
      priority: 2,
      sortKey: 'usedByCount',
      startsDescending: true,
      groupText: usesText,
      render: (component) => <UsesCell component={component} />,
    },
    {
      key: 'updatedAt',
      header: t('tariffComponents.columns.updatedAt'),
      minWidth: 110,
      grow: 0.5,
      priority: 5,
      sortKey: 'updatedAt',
      startsDescending: true,
      render: ({ updatedAt }) => formatDate(dayOf(new Date(updatedAt))),
    },
  ];
}

/** A component on a narrow screen: name and state, what it is made of and where it is used, and its actions. */
export function componentCard(component: ComponentItem, menu: readonly MenuEntry[]) {
  return (
    <>
      <RowLink path={componentPath(component)}>{component.name}</RowLink>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a click in the menu is none on the card around it */}
      <span className="component-list__end" onClick={(event) => event.stopPropagation()}>
        <ComponentState isInactive={component.isInactive} />
        <ActionsCell rowLabel={component.name} entries={menu} />
      </span>
      <span className="hint">
        {[component.key, saidValue(component.summary ?? '')].filter(Boolean).join(' · ')}
      </span>
      <span className="hint">{usesText(component)}</span>
    </>
  );
}
