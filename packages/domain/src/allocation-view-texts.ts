import type { Entry, Writer } from './combination-entry.ts';
import { germanNumber, germanPercentSigned } from './german-figures.ts';

const signed = (fraction: number) => germanPercentSigned(fraction, 2);
/** "Aktien Welt" or "Aktien Welt gegenüber Aktien Europa". */
const pairOf = ({ name, word, names }: Writer): string =>
  word('comparedWith') === '' ? name : `${name} gegenüber ${names.groupOf(word('comparedWith'))}`;
/** Years in which what earns as much doubles or halves. */
const yearsTo = (annual: number): string =>
  germanNumber(Math.abs(Math.log(annual > 0 ? 2 : 0.5) / Math.log(1 + annual)), 1, 1);

/** Views of the market nobody should take without a second look. */
export const allocationViewEntries: Readonly<Record<string, Entry>> = {
  viewsContradict: {
    title: 'Markteinschätzungen widersprechen sich',
    kind: 'group',
    step: 'allocation',
    write: (writer) =>
      `${pairOf(writer)}: Angegeben sind ${signed(writer.number('said'))} im Jahr, aus den Einschätzungen davor folgen ${signed(writer.number('implied'))}. Beides zugleich ist nicht möglich; gerechnet wird mit einem Kompromiss nach der Konfidenz.`,
  },
  viewExtreme: {
    title: 'Ungewöhnlich hohe Markteinschätzung',
    kind: 'group',
    step: 'allocation',
    write: (writer) =>
      `${pairOf(writer)}: Angegeben sind ${signed(writer.number('said'))} im Jahr. So würde sich der Wert alle ${yearsTo(writer.number('said'))} Jahre ${writer.number('said') > 0 ? 'verdoppeln' : 'halbieren'}.`,
  },
};
