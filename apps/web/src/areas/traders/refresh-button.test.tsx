// @vitest-environment happy-dom
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { expect, it, onTestFinished } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { showHouse } from '../../platform/white-label-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { RefreshButton } from './public/refresh-button.tsx';

speaksGerman();

it('offers to read banks only where passwords for them can be given', async () => {
  useSession.setState({ user: aUser({ permissions: ['contracts.refresh'] }) });
  onTestFinished(() => useSession.setState({ user: null }));
  expect(renderForTest(<RefreshButton />).target.textContent).toBe('');
  await showHouse(builtInWhiteLabel);
  expect(renderForTest(<RefreshButton />).target.textContent).toBe('Bankdaten abrufen');
});
