import { describe, expect, it } from 'vitest';
import { reportSource } from '../../../test/report-world.ts';
import { buildLegalContract } from './report/build-legal-contract.ts';
import { hashOfReport } from './report-frame.ts';

const options = { withCharts: true, salutation: null };

describe('the content hash', () => {
  it('depends on the content only', () => {
    const build = () => buildLegalContract(reportSource(), options);
    expect(hashOfReport(build()).equals(hashOfReport(build()))).toBe(true);
    const other = buildLegalContract(reportSource({ firstName: 'Anna', lastName: 'Schroeder' }), options);
    expect(hashOfReport(other).equals(hashOfReport(build()))).toBe(false);
  });
});
