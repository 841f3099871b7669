import type { DashboardWidget } from '@depotwerk/api/dashboard/dashboard';
import { compact } from '@depotwerk/domain/dashboard/layout';
import { said, t } from '../../texts/texts.ts';

/** Tiles by id: two arrangements are chosen between tile by tile. */
export type Arrangement = Readonly<Record<string, DashboardWidget>>;

export const arrangementOf = (widgets: readonly DashboardWidget[]): Arrangement =>
  Object.fromEntries(widgets.map((widget) => [widget.id, widget]));

/** What was chosen, laid so that no two tiles overlap; a tile of the side that has it no more is gone. */
export const widgetsOf = (arrangement: Readonly<Record<string, DashboardWidget | undefined>>) =>
  compact(Object.values(arrangement).filter((widget) => widget !== undefined));

/** A tile in words: where it lies, what it is called and says. */
const tileText = (widget: DashboardWidget | undefined): string => {
  if (widget === undefined) return t('dashboard.noTile');
  const { x, y, w, h, title, options } = widget;
  const place = t('dashboard.place', { column: x + 1, row: y + 1, width: w, height: h });
  return [said(title), place, options.markdown ?? ''].filter((part) => part !== '').join(' · ');
};

/** Every tile either of two arrangements holds, row by row as one's own lie. */
export function tileFields(mine: Arrangement, theirs: Arrangement) {
  const all = { ...theirs, ...mine };
  return Object.values(all)
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .map(({ id, title }) => ({
      path: id,
      label: said((theirs[id] ?? { title }).title),
      text: (arrangement: Arrangement) => tileText(arrangement[id]),
    }));
}
