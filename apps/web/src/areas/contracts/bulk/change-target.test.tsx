// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { tagsQuery } from '../../tags/public/tag-queries.ts';
import { ChangeTarget } from './change-target.tsx';

speaksGerman();

const tag = { id: 1, tagName: 'Alt', colour: '#0f5566', isInactive: true };

function shown(kind: 'addTag' | 'removeTag', tags: (typeof tag)[]) {
  const client = new QueryClient();
  client.setQueryData(tagsQuery().queryKey, tags);
  return renderForTest(
    <QueryClientProvider client={client}>
      <ChangeTarget kind={kind} onChange={() => undefined} />
    </QueryClientProvider>,
  ).target;
}

describe('the tag that many contracts shall get', () => {
  it('is no empty list: a house without tags is told so, and who makes them', () => {
    expect(shown('addTag', []).textContent).toContain('Es gibt noch keine Schlagwörter.');
    expect(shown('addTag', []).querySelector('select')).toBeNull();
  });

  it('may be one that is no longer given, where it is taken away', () => {
    expect(shown('addTag', [tag]).querySelector('select')).toBeNull();
    expect(shown('removeTag', [tag]).textContent).toContain('Alt');
  });
});
