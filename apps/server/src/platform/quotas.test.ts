import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from './http/app-error.ts';
import { defaultQuotas, parseQuotas, type QuotaName, refuseAboveQuota } from './quotas.ts';

const names = Object.keys(defaultQuotas) as QuotaName[];

function reasonOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return error instanceof AppError && error.code === 'common.quotaExceeded'
      ? (error.details.reason ?? '')
      : '';
  }
}

describe('quotas', () => {
  it('are read by name, the others keep their defaults', () => {
    expect(parseQuotas('draftsPerUser=50, documentsPerTenant = 7')).toEqual({
      ...defaultQuotas,
      draftsPerUser: 50,
      documentsPerTenant: 7,
    });
    for (const text of [
      '',
      'drafts=1',
      'draftsPerUser',
      'draftsPerUser=-1',
      'draftsPerUser=1e3',
      'toString=1',
    ]) {
      expect(parseQuotas(text)).toBeUndefined();
    }
  });

  it('refuse what passes the limit, and only that, with a sentence', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(1000),
        fc.nat(1000),
        fc.nat(1000),
        (name, limit, present, added) => {
          const quotas = { ...defaultQuotas, [name]: limit };
          const unit = name.includes('Megabytes') ? 1024 * 1024 : 1;
          const check = () =>
            refuseAboveQuota({ quotas }, [{ name, present: present * unit, added: added * unit }]);
          const reason = reasonOf(check);
          expect(reason === null).toBe(present + added <= limit);
          expect(reason ?? 'Bitte warten.').toMatch(/Bitte .*\.$|läuft .* ab\.$/);
        },
      ),
    );
  });
});
