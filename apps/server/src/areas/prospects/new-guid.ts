import { randomBytes } from 'node:crypto';

/** 128 random bits written like a UUID: the interface calls it a guid. Whoever has it may open what it stands for. */
export const newGuid = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
