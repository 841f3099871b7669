// @vitest-environment happy-dom
import { checkComponentInfo } from '@depotwerk/domain/tariff/check-component-info';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import { describe, expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { ComponentInfoStep } from './component-info-step.tsx';
import { renderStep } from './step-for-test.tsx';

speaksGerman();

const aStep = () =>
  renderStep({ Step: ComponentInfoStep, draft: emptyComponent('risk'), check: checkComponentInfo });

describe('name, key and state of a component', () => {
  it('asks for name and key only once they were left', () => {
    const page = aStep();
    expect(page.errorAt('name')).toBeNull();
    page.leave('[data-field="name"] input');
    expect(page.errorAt('name')).toBe('Diese Angabe ist erforderlich.');
    expect(page.errorAt('key')).toBeNull();
    page.type('[data-field="name"] input', 'Ausgewogen');
    expect(page.errorAt('name')).toBeNull();
    expect(page.draft().name).toBe('Ausgewogen');
  });

  it('says which signs a key takes', () => {
    const page = aStep();
    page.type('[data-field="key"] input', 'RB Größe');
    page.leave('[data-field="key"] input');
    expect(page.errorAt('key')).toContain('nur Buchstaben ohne Umlaute');
  });

  it('is active at first and can be set inactive', () => {
    const page = aStep();
    expect(page.draft().isInactive).toBe(false);
    page.press('Inaktiv');
    expect(page.draft().isInactive).toBe(true);
  });
});
