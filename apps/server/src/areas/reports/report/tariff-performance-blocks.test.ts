import { describe, expect, it } from 'vitest';
import { reportTariffPerformance } from '../../../../test/report-tariff.ts';
import { tariffPerformanceBlocks } from './tariff-performance-blocks.ts';

const textOf = (change: Partial<typeof reportTariffPerformance>) =>
  JSON.stringify(tariffPerformanceBlocks({ ...reportTariffPerformance, ...change }, true));

describe('the performance of a tariff on paper', () => {
  it('has returns, target, causes and what is left out', () => {
    const text = textOf({});
    for (const part of [
      '1.230 Verträge als Ganzes, vom 30.11.2025 bis zum 20.11.2026',
      '+5,12\u00a0%',
      '+6,34\u00a0%',
      '−1,22',
      'Woher die Abweichung kommt',
      'Neben den Fonds',
      'Aus 100 € zu Beginn sind in den Verträgen 105,12 € geworden',
      '3 weitere Verträge sind in keiner Zahl enthalten',
      'Berechnet am 21.11.2026',
    ])
      expect(text).toContain(part);
  });

  it('says what has to run first where nothing is computed yet, and shows no figure', () => {
    const none = textOf({ state: 'none', performance: null });
    expect(none).toContain(
      'Der Tarif hat 1.234 Verträge. Ihre Wertentwicklung in diesem Zeitraum ist noch nicht berechnet.',
    );
    expect(textOf({ state: 'failed' })).toContain('noch nicht berechnet');
    const running = textOf({ state: 'running' });
    expect(running).toContain('wird gerade berechnet');
    for (const text of [none, running]) expect(text).not.toContain('Zeitgewichtet');
    expect(textOf({ performance: null })).toContain('Noch keine Wertentwicklung.');
  });
});
