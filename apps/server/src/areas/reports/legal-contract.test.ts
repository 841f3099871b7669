import { expect, it } from 'vitest';
import { reportSource } from '../../../test/report-world.ts';
import { buildLegalContract } from './report/build-legal-contract.ts';
import { buildRiskProfile } from './report/build-risk-profile.ts';
import type { Block } from './report/report-document.ts';
import type { ContractSource } from './report/report-source.ts';

const options = { withCharts: false, salutation: null };
type Detail = ContractSource['detail'];

/** The facts of a data sheet as text. */
function factsOf(detail: Partial<Pick<Detail, 'guarantee' | 'lifeCycle'>>): string {
  const source = reportSource();
  const report = buildLegalContract({ ...source, detail: { ...source.detail, ...detail } }, options);
  return JSON.stringify(report.blocks).replaceAll(/[\u00a0\u202f]/g, ' ');
}

it('says the interest a promise is counted with, with every place it has', () => {
  const { guarantee } = reportSource().detail;
  if (!guarantee) throw new Error('the contract of the report world has a guarantee');
  expect(factsOf({ guarantee: { ...guarantee, interest: 0.002575 } })).toContain(
    '"Garantiezins im Jahr","0,2575 %"',
  );
  expect(factsOf({ guarantee: { ...guarantee, interest: null } })).not.toContain('Garantiezins');
});

it('says of a life cycle without an end that no step begins, as the page of the contract does', () => {
  const lifeCycle = {
    endDate: null,
    steps: [{ yearsBeforeEnd: 5, highestRiskClassId: 3 }],
    today: '2026-07-14',
    current: null,
    next: null,
  };
  const open = factsOf({ lifeCycle });
  expect(open).toContain('"Zurzeit","keine Stufe"');
  expect(open).toContain('"Vertragsende","nicht bekannt: Es beginnt keine Stufe."');
  const next = { from: '2035-01-31', highestRiskClassId: 3 };
  const ending = factsOf({ lifeCycle: { ...lifeCycle, endDate: '2040-01-31', next } });
  expect(ending).toContain('"Nächste Stufe","höchstens Risikoklasse 3 (ab 31.01.2035)"');
  expect(ending).not.toContain('Es beginnt keine Stufe');
});

it('calls whoever holds a policy otherwise than whoever holds a depot', () => {
  const source = reportSource();
  const textOf = (insurer: ContractSource['info']['insurer']) =>
    JSON.stringify(buildLegalContract({ ...source, info: { ...source.info, insurer } }, options).blocks);
  const policy = textOf({ id: 1, insurerName: 'Muster Leben AG' });
  for (const text of ['"Versicherungsnehmer"', 'Unterschrift Versicherungsnehmer', 'der Versicherungsschein'])
    expect(policy).toContain(text);
  expect(policy).not.toContain('Depotinhaber');
  const depot = textOf(null);
  for (const text of ['"Depotinhaber"', 'Unterschrift Depotinhaber', 'der Depotvertrag'])
    expect(depot).toContain(text);
  expect(depot).not.toContain('Versicher');
});

it('speaks of no insurer where a depot promises nothing', () => {
  const source = reportSource();
  const textOf = (insurer: ContractSource['info']['insurer']) =>
    JSON.stringify(
      buildLegalContract(
        {
          ...source,
          detail: { ...source.detail, guarantee: null },
          info: { ...source.info, insurer, guaranteedLevel: null },
        },
        options,
      ).blocks,
    );
  expect(textOf(null)).toContain('Der Vertrag enthält keine Garantie auf Beiträge oder Leistungen.');
  expect(textOf(null)).not.toContain('Versicher');
  expect(textOf({ id: 1, insurerName: 'Muster Leben AG' })).toContain('keine Garantie des Versicherers');
});

it('leaves the line of an underage holder to her representatives, on every paper that is signed', () => {
  const source = reportSource();
  const { holder } = source.info;
  const further = { id: 'further', firstName: holder.firstName, lastName: holder.lastName };
  const name = `${holder.firstName} ${holder.lastName}`;
  const contract = {
    ...source.detail.contract,
    underageHolders: [{ customerId: further.id, name, until: '2030-05-14' }],
  };
  const ofChild = {
    ...source,
    detail: { ...source.detail, contract },
    info: { ...source.info, furtherHolders: [further], insurer: null },
  };
  const linesOf = ({ blocks }: { blocks: readonly Block[] }) =>
    blocks.flatMap((block) => (block.kind === 'signatures' ? block.items : []));
  expect(linesOf(buildLegalContract(ofChild, options)).slice(0, 3)).toEqual([
    { role: 'Ort, Datum, Unterschrift Depotinhaber', name },
    { role: 'Ort, Datum, Unterschrift gesetzlicher Vertreter', name: `für ${name}` },
    {
      role: 'Ort, Datum, Unterschrift weiterer gesetzlicher Vertreter',
      name: `für ${name} (entfällt bei alleiniger Vertretung)`,
    },
  ]);
  // The profile is signed by its customer alone, who is of age.
  const assessment = ofChild.detail.latestRiskAssessment;
  if (!assessment) throw new Error('the contract of the report world has a profile');
  expect(linesOf(buildRiskProfile(ofChild, assessment, options))[0]).toEqual({
    role: 'Ort, Datum, Unterschrift Kunde',
    name,
  });
});
