import { getContract } from '@depotwerk/api/contracts/contract-detail';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { getAdviceInput } from '@depotwerk/api/optimization/optimization';
import { getQuestionnaire } from '@depotwerk/api/questionnaires/questionnaires';
import { describe, expect, it } from 'vitest';
import { riskAnswers } from '../apps/server/test/risk-answers.ts';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { chooseProposal, openOptimization, showProposals } from './support/desk-steps.ts';
import { expectAccessibleAtBothSizes, loaded, useJourney } from './support/journey.ts';

const journey = useJourney();

interface Held {
  readonly id: string;
  readonly fundName: string;
  readonly fundId: number;
  readonly company: string;
}

/** The first contract with a risk class that holds a fund, and the company of the heaviest. */
async function contractWithFund(): Promise<Held> {
  const call = await adviserApi(journey.url);
  for (const { id } of listContracts.answer.parse((await call('GET', '/contracts?pageSize=100')).answer)) {
    const { currentPortfolio, contract } = getContract.answer.parse(
      (await call('GET', `/contracts/${id}`)).answer,
    );
    const input = await call('GET', `/contracts/${id}/advice-input`);
    if (input.status !== 200 || contract.risk.riskClassId === null) continue;
    const { funds } = getAdviceInput.answer.parse(input.answer);
    const [entry] = currentPortfolio?.portfolioEntries ?? [];
    const fund = funds.find(({ fundId }) => fundId === entry?.fundId);
    if (!fund) continue;
    return { id, fundName: fund.name, fundId: fund.fundId, company: fund.company };
  }
  throw new Error('the demo has no such contract');
}

/** Records a profile that excludes a company, as the questionnaire does. */
async function exclude({ id, company }: Held): Promise<void> {
  const call = await adviserApi(journey.url);
  // Another journey of the same product may have published a version of its own.
  const asked = getQuestionnaire.answer.parse((await call('GET', '/questionnaires/riskProfile')).answer);
  const answers = riskAnswers({ restrictions: { id: 'yes', text: null }, excludedCompanies: company });
  const known = new Set(answers.map(({ questionId }) => questionId));
  const recorded = await call('POST', '/questionnaires/riskProfile/answers', {
    version: asked.version,
    contractId: id,
    answers: [
      ...answers,
      ...asked.questions.flatMap(({ id: questionId, isRequired, visibleIf, values }) =>
        isRequired && !known.has(questionId) && visibleIf === null
          ? [{ questionId, value: { id: values[0]?.id, text: null } }]
          : [],
      ),
    ],
  });
  expect(recorded.status).toBe(200);
  expect((await call('POST', `/contracts/${id}/check`)).status).toBe(200);
}

describe('what a client excludes', () => {
  it('is a finding with its action, in no proposal, and said by the checks', async () => {
    const held = await contractWithFund();
    await exclude(held);
    const page = await journey.signedIn(adviser, `/contracts/${held.id}/optimization-hints`);
    await page
      .getByText('fällt unter die festgehaltenen Ausschlüsse')
      .or(page.getByText('Fonds fallen unter festgehaltene Ausschlüsse'))
      .first()
      .waitFor();
    await page.getByText('der nicht ausgeschlossen ist').first().waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);

    await openOptimization(page, held);
    await showProposals(page);
    await chooseProposal(page, 'Volle Umschichtung');
    await page.locator('.opt-checks__name', { hasText: 'Ausschlüsse' }).first().waitFor();
    await expectAccessibleAtBothSizes(page);

    // The fund says whom it is made for.
    await page.goto(`/contracts/${held.id}/overview?dialog=fundDetail&fundId=${held.fundId}`);
    const dialog = page.getByRole('dialog', { name: held.fundName });
    await dialog.getByRole('heading', { name: 'Zielmarkt' }).waitFor();
    await dialog.getByText('An Privatkunden und professionelle Kunden').waitFor();
    await dialog.getByText('Empfohlene Haltedauer').scrollIntoViewIfNeeded();
    await expectAccessibleAtBothSizes(page);
  });
});
