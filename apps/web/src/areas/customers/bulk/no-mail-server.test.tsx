// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/session.ts';
import { aUser } from '../../../platform/user-for-test.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { withinRouter } from '../../../ui/within-router-for-test.tsx';
import { NoMailServer } from './no-mail-server.tsx';

speaksGerman();
it('leads whoever may set the mail server up to where that is done, and nobody else', () => {
  const before = useSession.getState();
  onTestFinished(() => useSession.setState(before, true));
  const error = new ApiError({ kind: 'http', status: 409, code: 'preregistration.noMailServer' });
  const linksFor = (permissions: string[]) => {
    useSession.setState({ user: aUser({ permissions }) });
    const { target } = renderForTest(withinRouter(<NoMailServer error={error} />));
    expect(target.textContent).toContain('Es ist kein Mailserver eingerichtet.');
    return [...target.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  };
  expect(linksFor(['userManagement.editUsers'])).toEqual(['/admin/mail']);
  expect(linksFor(['customers.view'])).toEqual([]);
});
