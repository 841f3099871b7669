import { describe, expect, it } from 'vitest';
import { findingText, type ToldHint } from './finding-text.ts';

const hint = (code: string, title: string, text: string, ...fundNames: string[]): ToldHint => ({
  code,
  title,
  text,
  fundNames,
});
const drift = (group: string) =>
  hint(
    'H10',
    'Abweichung von der Zielaufteilung',
    `${group} macht 40,0\u00a0% aus, das Ziel ist 30,0\u00a0%.`,
  );
const risk = hint('H01', 'Risiko über dem Band', 'Das Risiko beträgt 9,00\u00a0%.');
const outside = (name: string) =>
  hint('H06', 'Fonds nicht in der Fondsauswahl', `${name} gehört nicht zur Fondsauswahl.`, name);

describe('text of a finding', () => {
  it('is the hint itself where there is one, with what to do', () => {
    expect(findingText('allocation', [drift('Aktien')])).toEqual({
      title: 'Abweichung von der Zielaufteilung',
      text: 'Aktien macht 40,0\u00a0% aus, das Ziel ist 30,0\u00a0%.',
      action: 'Den Bestand in Richtung der Zielaufteilung umschichten.',
    });
    expect(findingText(null, [risk, drift('Aktien')]).action).toBe('');
  });

  it('tells the risk first and names the groups that make it', () => {
    expect(findingText('allocation', [risk, drift('Aktien')])).toMatchObject({
      title: 'Risiko über dem Band',
      text: 'Das Risiko beträgt 9,00\u00a0%. Weicht ab: Aktien.',
    });
    const many = findingText('allocation', [drift('A'), risk, drift('B'), drift('C'), drift('D')]);
    expect(many.text).toBe('Das Risiko beträgt 9,00\u00a0%. Weicht ab: A, B und 2 weitere Peergroups.');
    const idle = hint('H20', 'Hoher Geldbestand', 'Der Geldbestand beträgt 900,00\u00a0€.');
    expect(findingText('allocation', [risk, idle]).text).toBe(risk.text);
    expect(findingText('cash', [idle]).action).toBe('Geld oberhalb der Reserve anlegen.');
    const overdrawn = hint('H20', 'Sonstiges Guthaben im Minus', 'Das sonstige Guthaben ist im Minus.');
    expect(findingText('cash', [overdrawn])).toMatchObject({
      title: 'Sonstiges Guthaben im Minus',
      action: 'Einzahlen oder verkaufen, bis das sonstige Guthaben ausgeglichen ist.',
    });
  });

  it('counts funds of one cause, and says of a single fund what else is wrong with it', () => {
    expect(findingText('universe', [outside('A'), outside('B'), outside('C')])).toMatchObject({
      title: '3 Fonds nicht in der Fondsauswahl',
      text: 'A, B und 1 weiterer Fonds',
    });
    const three = findingText('allocation', [risk, drift('A'), drift('B'), drift('C')]);
    expect(three.text).toContain('Weicht ab: A, B und 1 weitere Peergroup.');
    const mixed = findingText('allocation', [risk, drift('A'), drift('B'), drift('C'), outside('D')]);
    expect(mixed.text).toContain('Weicht ab: A, B und andere.');
    const cheaper = hint('H11', 'Günstigerer Fonds verfügbar', 'A kostet 1,5\u00a0%.', 'A');
    expect(findingText('universe', [outside('A'), cheaper])).toMatchObject({
      title: 'Fonds nicht in der Fondsauswahl',
      text: 'A gehört nicht zur Fondsauswahl. Außerdem: Günstigerer Fonds verfügbar.',
    });
  });
});
