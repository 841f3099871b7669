import { ColourLabel, Swatch } from '../../../ui/cells.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Tag } from './tag-queries.ts';
import '../tags.css';

/** Tags of something, each with the mark of its colour before its name; nothing where there are none. */
export function TagMarks({ tags, isLine = false }: { tags: readonly Tag[]; isLine?: boolean }) {
  if (tags.length === 0) return null;
  const names = tags.map(({ tagName }) => tagName).join(', ');
  return (
    <span className={classNames('tag-marks', isLine && 'tag-marks--line')} title={isLine ? names : undefined}>
      {tags.map(({ id, tagName, colour }) => (
        <ColourLabel key={id}>
          <Swatch colour={colour} />
          <span className="tag-marks__name">{tagName}</span>
        </ColourLabel>
      ))}
    </span>
  );
}
