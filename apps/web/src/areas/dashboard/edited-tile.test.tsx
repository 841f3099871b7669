// @vitest-environment happy-dom
import type { DashboardWidget } from '@depotwerk/api/dashboard/dashboard';
import { rearranged } from '@depotwerk/domain/dashboard/layout';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { EditedTile } from './edited-tile.tsx';

speaksGerman();

const tile: DashboardWidget = {
  id: 'a',
  kind: 'text',
  title: 'Notizen',
  x: 0,
  y: 0,
  w: 4,
  h: 4,
  dataKey: 'systemText',
  options: {},
  requiredPermission: 'dashboard.view',
};
const spoken: string[] = [];
const ignore = () => undefined;

function Desk() {
  const [widget, setWidget] = useState(tile);
  return (
    <EditedTile
      widget={widget}
      onMove={(part) => {
        const [moved = widget] = rearranged([widget], widget.id, part);
        setWidget(moved);
        return moved;
      }}
      onTake={ignore}
      onRestore={ignore}
      onChange={ignore}
      onRemove={ignore}
      announce={(text) => spoken.push(text)}
    />
  );
}

it('says after each key where the tile lies now, and that it cannot go on', () => {
  const { find, change } = renderForTest(<Desk />);
  const press = (key: string, shiftKey = false) =>
    change(() => {
      find('.dashboard__grip', HTMLElement).dispatchEvent(
        new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
      );
    });
  press('Enter');
  press('ArrowRight');
  press('ArrowRight', true);
  press('ArrowUp');
  press('Enter');
  expect(spoken).toEqual([
    '„Notizen“ aufgenommen',
    'Spalte 2, Zeile 1, 4 breit, 4 hoch',
    'Spalte 2, Zeile 1, 5 breit, 4 hoch',
    'Weiter geht es nicht: Spalte 2, Zeile 1, 5 breit, 4 hoch',
    'Abgelegt: Spalte 2, Zeile 1, 5 breit, 4 hoch',
  ]);
});
