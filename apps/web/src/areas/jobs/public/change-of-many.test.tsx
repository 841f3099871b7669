// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../../texts/texts.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { ChangedLine, type ChangedRow } from './change-of-many.tsx';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

it.each<[string, ChangedRow, string]>([
  ['was changed', { result: 'changed', message: null, isTakenBack: false }, 'EW-1geändert'],
  [
    'stayed',
    { result: 'skipped', message: 'Der Vertrag ist gesperrt.', isTakenBack: false },
    'EW-1Der Vertrag ist gesperrt.geändert',
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
