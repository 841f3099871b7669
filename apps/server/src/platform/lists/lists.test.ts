import { listGroupUsers } from '@depotwerk/api/users/groups';
import { describe, expect, it } from 'vitest';
import { answerPage } from './answer-page.ts';
import { pageHeaders, pageOf } from './paging.ts';
import { parseSort } from './sort-order.ts';
import { boundedCount, boundedHeaders } from './total-count.ts';

describe('paging', () => {
  it('starts at page 1 with 50 rows', () => {
    expect(pageOf({})).toEqual({ number: 1, size: 50, offset: 0 });
    expect(pageOf({ page: 3, pageSize: 25 })).toEqual({ number: 3, size: 25, offset: 50 });
  });

  it('links to the neighbours and keeps filter and sort', () => {
    const headers = pageHeaders(
      '/contracts',
      { page: 2, pageSize: 25, search: 'Mü & Co', useETF: true, groupId: undefined },
      pageOf({ page: 2, pageSize: 25 }),
      60,
    );
    expect(headers['x-total-count']).toBe('60');
    const rest = 'search=M%C3%BC+%26+Co&useETF=true';
    expect(headers['link']).toBe(
      `</api/contracts?page=1&pageSize=25&${rest}>; rel="first", </api/contracts?page=3&pageSize=25&${rest}>; rel="last", ` +
        `</api/contracts?page=1&pageSize=25&${rest}>; rel="prev", </api/contracts?page=3&pageSize=25&${rest}>; rel="next"`,
    );
  });

  it('leads back from beyond the end', () => {
    const { link } = pageHeaders('/contracts', {}, pageOf({ page: 9 }), 60);
    expect(link).toContain('page=2&pageSize=50>; rel="prev"');
    expect(link).not.toContain('next');
  });

  it('is answered under the address that was asked, with the version of what its rows belong to', async () => {
    const input = { params: { groupId: 'g1' }, query: { page: 2, pageSize: 25 } };
    const read = () => Promise.resolve({ items: ['a'], total: 26, version: 7 });
    const { value, headers } = await answerPage(listGroupUsers, input, read);
    expect(value).toEqual(['a']);
    expect(headers).toMatchObject({ 'x-total-count': '26', etag: '"7"' });
    expect(headers['link']).toContain('</api/groups/g1/users?page=1&pageSize=25>; rel="prev"');
    const unversioned = await answerPage(listGroupUsers, input, () =>
      Promise.resolve({ items: [], total: 0 }),
    );
    expect(Object.keys(unversioned.headers)).toEqual(['x-total-count', 'link']);
  });
});

describe('bounded counts', () => {
  const headersOf = (hits: number) => boundedHeaders('/orders', {}, pageOf({}), hits, 50);

  it('are exact up to ten thousand, and "at least" beyond', () => {
    expect(headersOf(10_000)).toEqual(pageHeaders('/orders', {}, pageOf({}), 10_000));
    expect(headersOf(10_001)).toEqual({ ...headersOf(10_000), 'x-total-count-relation': 'atLeast' });
  });

  it('lead from a page beyond back to the one before it', () => {
    const { link, ...rest } = boundedHeaders('/orders', {}, pageOf({ page: 250 }), 10_001, 50);
    expect(rest).toEqual({ 'x-total-count': '12500', 'x-total-count-relation': 'atLeast' });
    expect(link).toContain('page=249&pageSize=50>; rel="prev"');
  });

  it('are led through to the end, and know of no more hits than were read', () => {
    const linksOf = (number: number, rowsRead: number) =>
      boundedHeaders('/orders', {}, pageOf({ page: number }), 10_001, rowsRead);
    for (const full of [200, 201])
      expect(linksOf(full, 50).link).toContain(`page=${full + 1}&pageSize=50>; rel="next"`);
    expect(linksOf(200, 50)).toMatchObject({ 'x-total-count': '10000' });
    expect(linksOf(202, 6)).toMatchObject({ 'x-total-count': '10056' });
    expect(linksOf(202, 6).link).not.toContain('next');
    // A page far behind the end says nothing of what is there.
    expect(linksOf(9000, 0)).toMatchObject({ 'x-total-count': '10000' });
    expect(linksOf(9000, 0).link).toContain('page=200&pageSize=50>; rel="prev"');
  });

  it('stop at the first hit beyond', () => {
    expect(boundedCount('a join b on true', 'a.c = $1')).toContain(
      'from a join b on true where a.c = $1 limit 10001',
    );
  });
});

describe('sort', () => {
  const keys = ['name', 'customer.lastName'] as const;

  it('reads directions and order', () => {
    expect(parseSort('-customer.lastName,name', keys, [])).toEqual([
      { key: 'customer.lastName', isDescending: true },
      { key: 'name', isDescending: false },
    ]);
    expect(parseSort(undefined, keys, [{ key: 'name', isDescending: false }])).toHaveLength(1);
  });

  it.each(['other', 'name,-name', 'constructor'])('refuses %s', (text) => {
    expect(() => parseSort(text, keys, [])).toThrow('common.validationFailed');
  });
});
