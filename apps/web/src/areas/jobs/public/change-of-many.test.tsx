// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import english from '../../../../public/assets/i18n/en.json' with { type: 'json' };
import { leavesLanguage } from '../../../texts/english-for-test.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { startTexts, t } from '../../../texts/texts.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { ChangedLine, type ChangedRow } from './change-of-many.tsx';

leavesLanguage();
speaksGerman();

it.each<[string, ChangedRow, string]>([
  ['was changed', { result: 'changed', message: null, isTakenBack: false }, 'EW-1geändert'],
  [
    'stayed',
    { result: 'skipped', message: 'Der Vertrag ist gesperrt.', isTakenBack: false },
    'EW-1Der Vertrag ist gesperrt.geändert',
  ],
  [
    'stayed in the words of the server',
    { result: 'skipped', message: 'geändert: der Kunde ist gesperrt.', isTakenBack: false },
    'EW-1Der Kunde ist gesperrt.geändert',
  ],
  ['was taken back', { result: 'changed', message: null, isTakenBack: true }, 'EW-1Zurückgenommen'],
])('a line of a change of many says what %s and why', (_, row, text) => {
  const { target } = renderForTest(
    <table>
      <tbody>
        <ChangedLine row={row} result="geändert">
          EW-1
        </ChangedLine>
      </tbody>
    </table>,
  );
  expect(target.textContent).toBe(text);
});

it.each(['de', 'en'] as const)('says once in %s that an object stayed as it was', async (language) => {
  await startTexts(language, () => Promise.resolve(Response.json(language === 'de' ? german : english)));
  for (const of of ['contracts', 'customers'] as const)
    for (const [kind, message] of [
      ['bulkJob', 'Nicht geändert: der Kunde ist gesperrt.'],
      ['bulkTakeBack', 'Nicht zurückgenommen: der Kunde ist gesperrt.'],
    ] as const) {
      const result = t(`${of}.${kind}.failed`);
      const { target } = renderForTest(
        <table>
          <tbody>
            <ChangedLine row={{ result: 'skipped', message, isTakenBack: false }} result={result}>
              EW-1
            </ChangedLine>
          </tbody>
        </table>,
      );
      expect(target.textContent).toBe(
        language === 'de' ? `EW-1Der Kunde ist gesperrt.${result}` : `EW-1The customer is blocked.${result}`,
      );
    }
});
