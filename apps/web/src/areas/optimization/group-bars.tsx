import type { CSSProperties } from 'react';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { shareText } from './figure-texts.ts';
import type { PlanSides } from './optimization-types.ts';

/** Groups shown before "more". */
const shownAtFirst = 8;

interface GroupRow {
  readonly peergroupId: number;
  readonly name: string;
  readonly colour: string;
  readonly before: number;
  readonly after: number;
  readonly target: number;
}

/** Peer groups of both sides, the largest first. */
export function groupRows({ before, after }: PlanSides): GroupRow[] {
  const rows = new Map<number, GroupRow>();
  for (const group of before.peerGroups)
    rows.set(group.peergroupId, { ...group, before: group.fraction, after: 0, target: 0 });
  for (const group of after.peerGroups)
    rows.set(group.peergroupId, {
      ...group,
      before: rows.get(group.peergroupId)?.before ?? 0,
      after: group.fraction,
    });
  const size = ({ before, after, target }: GroupRow) => Math.max(before, after, target);
  return [...rows.values()].sort(
    (one, other) => size(other) - size(one) || one.peergroupId - other.peergroupId,
  );
}

const width = (share: number, largest: number) =>
  ({ width: `${largest > 0 ? Math.min(100, (share / largest) * 100) : 0}%` }) as const;

/** Allocation by peer group: light bar today, full bar after, a line at the target. */
export function GroupBars(sides: PlanSides) {
  const [isAll, setAll] = useState(false);
  const rows = groupRows(sides);
  const largest = Math.max(0.05, ...rows.flatMap(({ before, after, target }) => [before, after, target]));
  const shown = isAll ? rows : rows.slice(0, shownAtFirst);
  const hidden = rows.length - shown.length;
  return (
    <div className="opt-groups">
      <div className="opt-groups__legend" aria-hidden="true">
        <span>
          <i className="opt-groups__key opt-groups__key--before" /> {t('optimization.groups.before')}
        </span>
        <span>
          <i className="opt-groups__key opt-groups__key--after" /> {t('optimization.groups.after')}
        </span>
        <span>
          <i className="opt-groups__key opt-groups__key--target" /> {t('optimization.groups.target')}
        </span>
      </div>
      <ul className="opt-groups__list">
        {shown.map((row) => (
          <li key={row.peergroupId} className="opt-groups__row">
            <span className="opt-groups__name">{row.name}</span>
            <span className="opt-groups__figures">
              <span aria-hidden="true">
                {shareText(row.before)} → <b>{shareText(row.after)}</b>
              </span>
              <span className="visually-hidden">
                {t('optimization.groups.words', {
                  before: shareText(row.before),
                  after: shareText(row.after),
                  target: shareText(row.target),
                })}
              </span>
            </span>
            <span
              className="opt-groups__bars"
              aria-hidden="true"
              // CSS custom properties are not part of CSSProperties.
              style={{ '--group': row.colour } as CSSProperties}
            >
              <span className="opt-groups__bar opt-groups__bar--before" style={width(row.before, largest)} />
              <span className="opt-groups__bar opt-groups__bar--after" style={width(row.after, largest)} />
              {row.target > 0 ? (
                <span
                  className="opt-groups__target"
                  style={{ left: `${Math.min(100, (row.target / largest) * 100)}%` }}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shownAtFirst ? (
        <Button kind="quiet" size="small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? t('optimization.groups.less') : t('optimization.groups.more', { count: hidden })}
        </Button>
      ) : null}
    </div>
  );
}
