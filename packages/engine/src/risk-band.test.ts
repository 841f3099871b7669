import fc from 'fast-check';
import { expect, test } from 'vitest';
import { riskBand, riskBandStatus } from './risk-band.ts';

test('both edges belong to the band', () => {
  const band = riskBand(9, 1.6);
  expect(band).toEqual({ low: 7.4, high: 10.6 });
  expect(riskBandStatus(7.4, band).status).toBe('in');
  expect(riskBandStatus(10.6, band).status).toBe('in');
});

test('the measure is rounded to 0.01 points before it is compared', () => {
  expect(riskBandStatus(10.6049, riskBand(9, 1.6))).toEqual({ status: 'in', distance: 0 });
  expect(riskBandStatus(10.605, riskBand(9, 1.6))).toEqual({ status: 'above', distance: 0.01 });
});

test('a band never starts below zero, an unknown measure is unknown', () => {
  expect(riskBand(1, 3).low).toBe(0);
  expect(riskBandStatus(null, riskBand(1, 3))).toEqual({ status: 'unknown', distance: 0 });
});

test('the distance leads back to the nearest edge', () => {
  const percent = fc.integer({ min: 0, max: 10_000 }).map((units) => units / 100);
  fc.assert(
    fc.property(percent, percent, percent, (measure, target, range) => {
      const band = riskBand(target, range);
      const { status, distance } = riskBandStatus(measure, band);
      const edge = status === 'below' ? measure + distance : measure - distance;
      expect(riskBandStatus(edge, band).status).toBe('in');
      expect(distance > 0).toBe(status === 'below' || status === 'above');
    }),
  );
});
