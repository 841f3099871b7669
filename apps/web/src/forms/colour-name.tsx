import type { ReactNode } from 'react';
import { Swatch } from '../ui/cells.tsx';
import './colour-field.css';

/** The name of something that has a colour in charts, with that colour before it. */
export function ColourName({ colour, children }: { colour: string; children: ReactNode }) {
  return (
    <span className="colour-name">
      <Swatch colour={colour} />
      <span className="colour-name__text">{children}</span>
    </span>
  );
}
