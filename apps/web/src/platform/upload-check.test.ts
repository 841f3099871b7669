import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Of, isPdf, uploadFault } from './upload-check.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

describe('a file to upload', () => {
  it.each([
    ['PDF', bytes(0x25, 0x50, 0x44, 0x46, 0x2d, 0x31)],
    ['PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)],
    ['JPEG', bytes(0xff, 0xd8, 0xff, 0xe0)],
  ])('is taken as %s', (_name, content) => {
    expect(uploadFault(content)).toBeNull();
  });

  it('is a PDF or not', () => {
    expect(isPdf(bytes(0x25, 0x50, 0x44, 0x46, 0x2d, 0x31))).toBe(true);
    expect(isPdf(bytes(0xff, 0xd8, 0xff, 0xe0))).toBe(false);
    expect(isPdf(bytes(0x25, 0x50))).toBe(false);
  });

  it('is refused when it is empty, too large or something else', () => {
    expect(uploadFault(bytes())).toBe('fileEmpty');
    expect(uploadFault(bytes(0x4d, 0x5a, 0x90))).toBe('fileWrong');
    expect(uploadFault(bytes(0x25, 0x50))).toBe('fileWrong');
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    large.set([0x25, 0x50, 0x44, 0x46, 0x2d]);
    expect(uploadFault(large)).toBe('fileTooLarge');
    expect(uploadFault(large.subarray(0, 10 * 1024 * 1024))).toBeNull();
  });

  it('is the same after base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70_000 }), (content) => {
        expect(Buffer.from(base64Of(content), 'base64').equals(content)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
