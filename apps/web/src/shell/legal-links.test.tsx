// @vitest-environment happy-dom
import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { expect, it } from 'vitest';
import { builtInWhiteLabel } from '../platform/white-label.ts';
import { showHouse } from '../platform/white-label-for-test.ts';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { LegalLinks } from './legal-links.tsx';

speaksGerman();

const house = (name: string): WhiteLabelConfig => ({
  ...builtInWhiteLabel,
  imprintUrl: `https://${name}.example/impressum`,
  privacyUrl: `https://${name}.example/datenschutz`,
  termsUrl: `https://${name}.example/bedingungen`,
  accessibilityStatementUrl: `https://${name}.example/barrierefrei`,
});

it("shows a house its own imprint, privacy, terms and accessibility, and none of another's", async () => {
  const shown = () => {
    const { target, rerender } = renderForTest(<LegalLinks />);
    const links = [...target.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    rerender(null);
    return links;
  };
  const own = (name: string) => [
    `https://${name}.example/impressum`,
    `https://${name}.example/datenschutz`,
    `https://${name}.example/bedingungen`,
    `https://${name}.example/barrierefrei`,
    '/third-party-notices.txt',
  ];
  await showHouse(house('sued'));
  expect(shown()).toEqual(own('sued'));
  await showHouse(house('nord'));
  expect(shown()).toEqual(own('nord'));
});
