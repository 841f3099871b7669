import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { reportSource } from '../../../test/report-world.ts';
import { ReportCompiler } from './pdf/compile-report.ts';
import { buildLegalContract } from './report/build-legal-contract.ts';
import type { ContractSource } from './report/report-source.ts';
import { contractPath, hashOfReport, pdfJob, recipientOf, referencesOf } from './report-frame.ts';

const compiler = new ReportCompiler();

/** Addresses the first page of a letter leads to. */
async function linksOf(source: ContractSource, link?: string): Promise<unknown[]> {
  const report = buildLegalContract(source, { withCharts: true, salutation: null });
  const pdf = compiler.compile(
    pdfJob(report, {
      whiteLabel: builtInWhiteLabel,
      creator: 'Test',
      now: 0,
      hash: hashOfReport(report),
      runningHead: '',
      recipient: recipientOf(source.addressee),
      references: referencesOf(source),
      ...(link !== undefined && { link }),
    }),
  );
  const page = await (await getDocumentProxy(Uint8Array.from(pdf))).getPage(1);
  const annotations: { subtype: string; url?: string }[] = await page.getAnnotations();
  return annotations.filter(({ subtype }) => subtype === 'Link').map(({ url }) => url);
}

it('a letter leads to its contract by the stable address, in one piece however long', async () => {
  const source = reportSource();
  const { contract } = source.detail;
  const named = {
    ...source,
    detail: { ...source.detail, contract: { ...contract, externalKey: 'A/7 ä', issuerId: 3 } },
  };
  expect(contractPath(named)).toBe('/goto/contract/A%2F7%20%C3%A4?issuerId=3');
  const house = 'https://beratung.ein-haus-mit-langem-namen.example';
  expect(await linksOf(named, `${house}${contractPath(named)}`)).toEqual([
    `${house}/goto/contract/A%2F7%20%C3%A4?issuerId=3`,
  ]);
  const alone = {
    ...named,
    detail: { ...named.detail, contract: { ...contract, externalKey: 'V-1', issuerId: null } },
  };
  expect(contractPath(alone)).toBe('/goto/contract/V-1');
});

it('a paper that names no address leads nowhere', async () => {
  expect(await linksOf(reportSource())).toEqual([]);
});
