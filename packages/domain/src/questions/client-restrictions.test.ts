import { describe, expect, it } from 'vitest';
import { checkAnswer } from './check-answers.ts';
import { excludedIsins, restrictionsText } from './client-restrictions.ts';
import { plainQuestion } from './fixtures/plain-question.ts';
import { profileOfAnswers } from './profile-of-answers.ts';
import type { AnswerValue } from './questionnaire.ts';

const regions = plainQuestion('regions', {
  questionType: 'multiSelect',
  profileField: 'excludedRegions',
  values: ['europe', 'japan'].map((id) => ({ id, label: id, description: '', isOther: false, points: 0 })),
});
const funds = plainQuestion('funds', { profileField: 'excludedFunds' });
const companies = plainQuestion('companies', { profileField: 'excludedCompanies' });

describe('exclusions in a risk profile', () => {
  it('are read from the answers that fill them, each once', () => {
    const answers = new Map<string, AnswerValue>([
      ['regions', [{ id: 'japan', text: null }]],
      ['funds', 'de0008474024\n DE0008474024 , LU0323578657'],
      ['companies', 'Kiesel, Inc.\n\nMarmor; Kiesel, Inc.'],
    ]);
    const { restrictions } = profileOfAnswers([regions, funds, companies], answers, '2026-01-15');
    expect(restrictions).toEqual({
      isins: ['DE0008474024', 'LU0323578657'],
      companies: ['Kiesel, Inc.', 'Marmor'],
      regions: ['japan'],
      sectors: [],
    });
    expect(restrictionsText(restrictions)).toBe(
      'Regionen: Japan; Gesellschaften: Kiesel, Inc., Marmor; Fonds: DE0008474024, LU0323578657',
    );
    expect(restrictionsText({ isins: [], companies: [], regions: [], sectors: [] })).toBeNull();
  });

  it('are refused where a line is no ISIN: it would exclude nothing', () => {
    expect(checkAnswer(funds, 'DE0008474024')).toBeNull();
    expect(checkAnswer(funds, 'DE0008474025')).toBe('isins');
    expect(checkAnswer(funds, 'Kiesel Welt')).toBe('isins');
    expect(checkAnswer(funds, null)).toBeNull();
    expect(excludedIsins('Kiesel Welt')).toEqual([]);
  });
});
