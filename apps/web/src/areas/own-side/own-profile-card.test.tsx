// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { withinRouter } from '../../ui/within-router-for-test.tsx';
import { OwnProfileCard } from './own-profile-card.tsx';
import type { OwnSide } from './own-side-queries.ts';

speaksGerman();

const side: OwnSide = { customer: null, contracts: [], unreadMessages: 0, profileSubmittedAt: null };
const words = (shown: OwnSide) =>
  renderForTest(withinRouter(<OwnProfileCard side={shown} />)).target.textContent;

it('tells who has no contract yet that she can answer already, and nobody who is underage', () => {
  expect(words(side)).toContain('Sie können Ihr Risikoprofil schon beantworten.');
  const underage = words({ ...side, underageUntil: '2028-03-04' });
  expect(underage).toContain('Bis Sie am 04.03.2028 volljährig werden');
  expect(underage).not.toContain('schon beantworten');
});

it('offers whom nothing is taken from at present no questions', () => {
  const links = (shown: OwnSide) =>
    renderForTest(withinRouter(<OwnProfileCard side={shown} />)).target.querySelectorAll('a').length;
  expect([links(side), links({ ...side, isPaused: true })]).toEqual([1, 0]);
  expect(words({ ...side, isPaused: true })).not.toContain('schon beantworten');
});
