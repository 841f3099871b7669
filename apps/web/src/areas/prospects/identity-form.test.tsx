// @vitest-environment happy-dom
import { representedConsentText, representedConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { describe, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { IdentityForm } from './identity-form.tsx';

speaksGerman();

/** Answers every try with a wrong day, `attemptsLeft` left; `opened` were left before. */
function shown(attemptsLeft: number, opened = 3, childName: string | null = null) {
  const code = 'preregistration.identityMismatch';
  const keys = { titleKey: `errors.${code}.title`, messageKey: `errors.${code}.message` };
  const problem = {
    type: `urn:depotwerk:error:${code}`,
    title: 'Bad Request',
    status: 400,
    code,
    statusCode: 400,
    ...keys,
  };
  const answer = { ...problem, message: 'Falsch', params: { attemptsLeft }, traceId: 't', requestId: 't' };
  const sent = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json(answer, { status: 400 })));
  vi.stubGlobal('fetch', sent);
  const onEnded = vi.fn<() => void>();
  const page = renderForTest(
    <IdentityForm
      guid={crypto.randomUUID()}
      childName={childName}
      attemptsLeft={opened}
      onConfirmed={vi.fn()}
      onEnded={onEnded}
    />,
  );
  page.click('input[type=checkbox]');
  const confirm = (day: string) => {
    page.type('input[inputmode=decimal]', day);
    page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  };
  return { sent, onEnded, confirm, text: () => page.target.textContent };
}

describe('who says who she is', () => {
  it('reads what the house knows of her before she agrees', () => {
    const page = shown(2).text();
    expect(page).toContain('liegen dem Haus bereits vor');
    expect(page).not.toContain('Ein Name wird dafür nicht gebraucht');
  });

  it('is told how many tries are left, of those used on another day too', async () => {
    expect(shown(2).text()).toContain('Sie haben noch 3 Versuche.');
    const { confirm, text } = shown(1, 2);
    expect(text()).toContain('Sie haben noch 2 Versuche.');
    confirm('3.3.80');
    await expect.poll(text).toContain('Sie haben noch einen Versuch.');
    expect(text()).not.toContain('Sie haben noch 2 Versuche.');
  });

  it('reaches the end of the invitation with the last wrong day', async () => {
    const { onEnded, confirm } = shown(0);
    confirm('3.3.80');
    await expect.poll(() => onEnded.mock.calls.length).toBe(1);
  });

  it('may try again before, and no try is spent on a day that cannot be read', async () => {
    const { sent, onEnded, confirm, text } = shown(2);
    confirm('3.3.80');
    await expect.poll(text).toContain('Verbleibende Versuche: 2');
    confirm('31.2.80');
    expect(text()).toContain('Diesen Tag gibt es nicht.');
    expect(sent).toHaveBeenCalledTimes(1);
    expect(onEnded).not.toHaveBeenCalled();
  });

  it('is spoken of where she is underage: her representatives read and agree to a text of their own', async () => {
    const { sent, confirm, text } = shown(2, undefined, 'Nora');
    expect(text()).toContain('Geburtsdatum von Nora');
    expect(text()).toContain('stimme ich für Nora zu');
    expect(text()).toContain(representedConsentText[0]);
    expect(text()).not.toContain('Ihr Name, Ihr Geburtsdatum');
    confirm('3.3.14');
    await expect.poll(() => sent.mock.calls.length).toBe(1);
    expect(JSON.stringify(sent.mock.calls)).toContain(representedConsentVersion);
  });
});
