import { describe, expect, it } from 'vitest';
import { languageOf } from './texts.ts';
import { isTextTree, translate } from './translate.ts';

const german = {
  tag: 'de',
  texts: {
    common: { ok: 'OK', hello: 'Guten Tag, {name}' },
    hits_one: '{count} Treffer',
    hits_other: '{count} Treffer insgesamt',
    deep: { er: { text: 'tief' } },
  },
  hasAll: true,
};
const english = { tag: 'en', texts: { common: { ok: 'Okay' } }, hasAll: true };

describe('texts', () => {
  it('are found by dotted keys', () => {
    expect(translate([german], 'deep.er.text')).toBe('tief');
    expect(translate([german], 'deep.er')).toBeUndefined();
    expect(translate([german], 'deep.nothing')).toBeUndefined();
  });

  it('never come from the prototype', () => {
    expect(translate([german], 'constructor')).toBeUndefined();
    expect(translate([german], 'common.toString.name')).toBeUndefined();
    expect(translate([german], 'common.hello', Object.create({ name: 'x' }))).toBe('Guten Tag, {name}');
  });

  it('take parameters, and show an unknown one rather than nothing', () => {
    expect(translate([german], 'common.hello', { name: '{count} & <b>' })).toBe('Guten Tag, {count} & <b>');
    expect(translate([german], 'common.hello')).toBe('Guten Tag, {name}');
  });

  it('choose the plural form by count', () => {
    expect(translate([german], 'hits', { count: 1 })).toBe('1 Treffer');
    expect(translate([german], 'hits', { count: 0 })).toBe('0 Treffer insgesamt');
  });

  it('fall back to German key by key', () => {
    expect(translate([english, german], 'common.ok')).toBe('Okay');
    expect(translate([english, german], 'deep.er.text')).toBe('tief');
  });

  it('are refused unless every leaf is text', () => {
    expect(isTextTree(german.texts)).toBe(true);
    expect(isTextTree({ a: { b: 1 } })).toBe(false);
    expect(isTextTree(['a'])).toBe(false);
    expect(isTextTree(null)).toBe(false);
  });

  it.each([
    ['de-DE', 'de'],
    ['en-GB', 'en'],
    ['EN', 'en'],
    ['', 'de'],
    ['1x', 'de'],
    ['../x', 'de'],
    [undefined, 'de'],
  ])('language of "%s" is %s', (translationId, language) => {
    expect(languageOf(translationId)).toBe(language);
  });
});
