// @vitest-environment happy-dom
import { signatureStatement } from '@depotwerk/domain/signatures/signature';
import { expect, it } from 'vitest';
import { speaksEnglish } from '../texts/english-for-test.ts';
import { BindingText } from './binding-text.tsx';
import { Field } from './field.tsx';
import { FileInput } from './file-input.tsx';
import { renderForTest } from './render-for-test.tsx';
import { axisValue } from './time-chart.tsx';

speaksEnglish();

it('a field for a file says in the language of the page what is chosen', () => {
  const page = renderForTest(
    <Field label="Statement">
      {(attributes) => <FileInput attributes={attributes} accept=".csv" onChoose={() => {}} />}
    </Field>,
  );
  expect(page.target.textContent).toContain('Choose fileNo file chosen');
  const input = page.find('input[type=file]', HTMLInputElement);
  page.change(() => {
    // A script may not choose a file; what the browser would hold is put there.
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'depot.csv')] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(page.target.textContent).toContain('Choose filedepot.csv');
});

it('what is signed stays German, with what it says below it', () => {
  const page = renderForTest(<BindingText text={signatureStatement('Vollmacht Berger')} />);
  const [german, translated] = [...page.target.querySelectorAll('p')];
  expect([german?.lang, german?.textContent]).toEqual([
    'de',
    'Ich habe das Dokument „Vollmacht Berger“ gelesen und unterschreibe es.',
  ]);
  expect(translated?.textContent).toContain('I have read the document “Vollmacht Berger” and sign it.');
});

it('figures at an axis have the sign where English has it', () => {
  expect([axisValue(4200, '€'), axisValue(56_500, '€'), axisValue(4.5, '%'), axisValue(7, 'USD')]).toEqual([
    '€4,200',
    '€56.5k',
    '4.5%',
    '7\u00a0USD',
  ]);
});
