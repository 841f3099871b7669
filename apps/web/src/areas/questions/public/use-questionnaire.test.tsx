// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { questionnaireQuery } from './question-queries.ts';
import { useAnsweredVersion } from './use-questionnaire.ts';

function Answered({ version, status }: { version: number | null; status: number }) {
  const refusing: typeof questionnaireQuery = (key, asked) => ({
    ...questionnaireQuery(key, asked),
    queryFn: () => Promise.reject(new ApiError({ kind: 'http', status, code: 'common.unexpected' })),
  });
  const { known, isLoading, failed } = useAnsweredVersion(refusing, 'riskProfile', version);
  return <p>{isLoading ? 'loading' : failed ? 'failed' : known === null ? 'unknown' : 'known'}</p>;
}

it.each([
  ['is gone', 1, 404, 'unknown'],
  ['did not come', 1, 503, 'failed'],
  ['is not asked for', null, 503, 'unknown'],
])('a version that %s', async (_name, version, status, said) => {
  const { target } = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <Answered version={version} status={status} />
    </QueryClientProvider>,
  );
  await expect.poll(() => target.textContent).toBe(said);
});
