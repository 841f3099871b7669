import { type KeyboardEvent, useEffect } from 'react';
import { t } from '../../texts/texts.ts';
import type { PaletteEntry } from './palette-entries.ts';
import './palette.css';

/** Entries under a heading, or without one. */
export interface PaletteSection {
  readonly title: string | null;
  readonly entries: readonly PaletteEntry[];
}

interface PaletteListProps {
  readonly id: string;
  readonly sections: readonly PaletteSection[];
  /** The chosen entry, counted over all sections; -1 = none. */
  readonly current: number;
  readonly onChoose: (index: number) => void;
  readonly onOpen: (entry: PaletteEntry) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The id of an option, for the box that points at the chosen one. */
export const optionIdOf = (listId: string, index: number) => `${listId}-${index}`;

/** What the search offers, in sections; the chosen entry is kept in sight. */
export function PaletteList({ id, sections, current, ...handlers }: PaletteListProps) {
  useEffect(() => {
    document.getElementById(optionIdOf(id, current))?.scrollIntoView({ block: 'nearest' });
  }, [current, id]);
  return (
    <div id={id} role="listbox" aria-label={t('palette.results')} className="palette__list">
      {sections.map((section, place) => {
        const from = sections.slice(0, place).reduce((sum, { entries }) => sum + entries.length, 0);
        const options = <Options key={section.title} id={id} {...{ section, from, current }} {...handlers} />;
        return section.title === null ? (
          options
        ) : (
          <div key={section.title} role="group" aria-label={section.title} className="palette__section">
            <div aria-hidden="true" className="palette__heading">
              {section.title}
            </div>
            {options}
          </div>
        );
      })}
    </div>
  );
}

interface OptionsProps extends Omit<PaletteListProps, 'sections'> {
  readonly section: PaletteSection;
  /** Entries of the sections before. */
  readonly from: number;
}

function Options({ id, section, from, current, onChoose, onOpen, onKeyDown }: OptionsProps) {
  return section.entries.map((entry, place) => (
    <div
      key={entry.id}
      id={optionIdOf(id, from + place)}
      role="option"
      aria-selected={from + place === current}
      tabIndex={-1}
      className="palette__entry"
      onClick={() => onOpen(entry)}
      onKeyDown={onKeyDown}
      onPointerMove={() => onChoose(from + place)}
    >
      <span className="palette__title">{entry.title}</span>
      <span className="hint">{entry.subtitle}</span>
      <span className="palette__group">{entry.group}</span>
    </div>
  ));
}
