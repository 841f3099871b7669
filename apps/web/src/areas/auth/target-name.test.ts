// @vitest-environment happy-dom
import { permissionCodes } from '@depotwerk/domain/permissions';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../platform/user-for-test.ts';
import { visibleNavigation } from '../../shell/navigation.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { targetName } from './target-name.ts';

speaksGerman();

describe('targetName', () => {
  it('knows every page of the menu', () => {
    const everybody = aUser({ permissions: [...permissionCodes] });
    const pages = ['/setup', ...visibleNavigation(everybody, builtInWhiteLabel.features).map(({ to }) => to)];
    expect(pages.length).toBeGreaterThan(10);
    for (const page of pages)
      expect([page, targetName(page)]).toEqual([page, expect.stringMatching(/^[A-ZÄÖÜ]/)]);
  });

  it('names no address by its path', () => {
    expect(targetName('/goto/contract/4711')).toBeNull();
  });
});
